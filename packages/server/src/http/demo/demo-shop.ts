/** The application that the demo plays, with what the demo file publishes of it. */
export interface DemoShop {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Whom one can sign in as. */
  readonly accounts: readonly { readonly username: string; readonly password: string }[];
}

/** What can be ticked. The shop may not ask for the last one: that, too, is worth seeing. */
export const DEMO_SCOPES: readonly string[] = [
  "openid",
  "profile",
  "email",
  "offline_access",
  "orders:read",
  "orders:write",
  "orders:refund",
  "stock:read",
];
