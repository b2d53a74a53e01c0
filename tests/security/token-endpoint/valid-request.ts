import { REPORTS } from "../../support/shop.ts";

/** A request for a token that is good as it is. */
export const VALID = { grant_type: "client_credentials", ...REPORTS, scope: "orders:read" };

export const encoded = (form: Readonly<Record<string, string>>): string =>
  new URLSearchParams(form).toString();
