import type { Credentials } from "./world.ts";

/** Everything that a driver has to know. Drivers in other languages get it as JSON in `CLIENT_TEST_SCENE`. */
export interface Scene {
  readonly issuer: string;
  /** POST an address here: a user opens it, signs in and agrees; the answer is `{ url, text }` of the last page. */
  readonly visit: string;
  /** The client's own application. */
  readonly application: Credentials;
  /** Where its web server listens, and how a browser names it. */
  readonly port: number;
  readonly url: string;
  readonly callback: string;
  readonly machine: Credentials;
  readonly keyMachine: { readonly client_id: string; readonly private_key: string };
  readonly ordersApi: Credentials;
  readonly user: { readonly username: string; readonly name: string; readonly email: string };
}
