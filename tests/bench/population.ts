import { createHmac } from "node:crypto";

/**
 * The callers that every subject knows. They are computed from their number, so that processes have the same ones without
 * exchanging a file.
 */
export interface Caller {
  readonly clientId: string;
  readonly clientSecret: string;
}

export const RESOURCE = { name: "orders", identifier: "https://orders.example.test" } as const;
export const GRANTED = ["orders:read", "orders:write"] as const;
export const REFUSED = "orders:delete";
export const TOKEN_LIFETIME_SECONDS = 600;

/** The resource server: the one caller that introspects tokens. */
export const resourceServer: Caller = caller("orders-api");

/** The one caller of the permission API, and its permissions of Licet itself. */
export const apiCaller: Caller = caller("checker");
export const API_PERMISSIONS = ["licet:check", "licet:list", "licet:replicate"] as const;

/** The one caller that imports. It assigns roles whose permissions it does not hold itself. */
export const importer: Caller = caller("importer");
export const IMPORT_PERMISSIONS = ["licet:import", "licet:assignments.write", "licet:escalate"] as const;

export const applicationAt = (index: number): Caller =>
  caller(`app_bench${index.toString().padStart(15, "0")}`);

/** `count` of `total` applications at even distances, so that they lie all over the tables and indexes. */
export function spreadApplications(total: number, count: number): Caller[] {
  const chosen = Math.min(count, total);
  return Array.from({ length: chosen }, (_, index) => applicationAt(Math.floor((index * total) / chosen)));
}

/** Computes the secret from the name: 256 bits, written like a generated secret. Anyone can compute it. */
export function caller(clientId: string): Caller {
  const clientSecret = createHmac("sha256", "licet benchmark").update(clientId).digest("base64url");
  return { clientId, clientSecret };
}
