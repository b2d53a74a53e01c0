/** The programs that the console and the site show, with the values of the scene. They are run as they are shown. */

import { endpointsOf } from "../../../../packages/console/src/features/applications/overview/endpoints.ts";
import type { Example } from "../../../../packages/console/src/features/applications/overview/quick-start/example.ts";
import type { ResourceServer } from "../../../../packages/console/src/features/resources/connect/resource-server.ts";
import type { Snippet } from "../../../../packages/console/src/ui/display/snippet.ts";
import type { Scene } from "../scene.ts";
import { ORDERS_AUDIENCE } from "../world.ts";

export const SECRET_VARIABLE = "LICET_CLIENT_SECRET";
/** `orders:delete` is refused, and the programs say so. */
export const MACHINE_SCOPE = "orders:read orders:delete";

/** The machine, which gets tokens for itself. */
export const machineOf = ({ issuer, machine }: Scene): Example => ({
  clientId: machine.client_id,
  endpoints: endpointsOf(issuer),
  scope: MACHINE_SCOPE,
  redirectUri: "",
  secretVariable: SECRET_VARIABLE,
  inHeader: false,
  idTokenAlgorithm: "RS256",
});

/** The application of the client, which has a web server of its own. */
export const webOf = (scene: Scene): Example => ({
  ...machineOf(scene),
  clientId: scene.application.client_id,
  scope: "openid profile orders:read",
  redirectUri: `${scene.url}/callback`,
  postLogoutRedirectUri: `${scene.url}/`,
});

export const ordersOf = (issuer: string): ResourceServer => ({
  issuer,
  audience: ORDERS_AUDIENCE,
  algorithm: "ES256",
  tokenType: "at+jwt",
  permission: "orders:read",
});

export function findProgram(snippets: readonly Snippet[], name: string): string {
  const found = snippets.find(({ language }) => language === name);
  if (found === undefined) throw new Error(`there is no program for ${name}`);
  return found.code;
}
