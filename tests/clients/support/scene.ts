import type { Credentials } from "./world.ts";

/** The input of a driver. Drivers in other languages get it as JSON in `CLIENT_TEST_SCENE`. */
export interface Scene {
  readonly issuer: string;
  /** POST an address here: a user opens it, signs in and agrees; the answer is `{ url, text }` of the last page. */
  readonly visit: string;
  /** The client's own application. */
  readonly application: Credentials;
  /** The port of its web server, and its address for a browser. */
  readonly port: number;
  readonly url: string;
  readonly callback: string;
  readonly machine: Credentials;
  readonly keyMachine: { readonly client_id: string; readonly private_key: string };
  readonly ordersApi: Credentials;
  readonly user: { readonly username: string; readonly name: string; readonly email: string };
}
