import type { HandleDemo } from "../../compose/create-server.ts";
import { SHOP_MODULE } from "./example-files.ts";

/** The options of `examples/shop` that the demo sets. */
export interface ShopOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly url: string;
  readonly scopes: readonly string[];
  readonly explainApi: string;
  readonly accounts: readonly { readonly username: string; readonly password: string }[];
}

/** The exports of `examples/shop/shop.ts`. A test compares the two. */
export interface ShopModule {
  readonly createShop: (options: ShopOptions) => HandleDemo;
}

/** The scopes that a user can select. The shop may not request the last one, so the demo also shows a refusal. */
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

/** The shop is imported by its path, so no code of the server depends on an example. */
export async function loadShop(options: Omit<ShopOptions, "scopes" | "explainApi">): Promise<HandleDemo> {
  const { createShop }: ShopModule = await import(SHOP_MODULE.href);
  return createShop({ ...options, scopes: SCOPES, explainApi: `${options.issuer}/api/v1` });
}
