import type { HandleDemo } from "../../compose.ts";
import { exampleUrl } from "./example-url.ts";

/** What `examples/shop` must be told, as far as the demo tells it. */
export interface ShopOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly url: string;
  readonly scopes: readonly string[];
  readonly explainApi: string;
  readonly accounts: readonly { readonly username: string; readonly password: string }[];
}

/** What `examples/shop/shop.ts` must export. A test compares the two. */
export interface ShopModule {
  readonly createShop: (options: ShopOptions) => HandleDemo;
}

/** What can be ticked. The shop may not ask for the last one: that, too, is worth seeing. */
const SCOPES: readonly string[] = [
  "openid",
  "profile",
  "email",
  "offline_access",
  "orders:read",
  "orders:write",
  "orders:refund",
  "stock:read",
];

/** Found by its path, so that no code of the server depends on an example. */
export async function loadShop(options: Omit<ShopOptions, "scopes" | "explainApi">): Promise<HandleDemo> {
  const { createShop }: ShopModule = await import(exampleUrl("shop/shop.ts").href);
  return createShop({ ...options, scopes: SCOPES, explainApi: `${options.issuer}/api/v1` });
}
