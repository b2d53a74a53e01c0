/** Applications that sign their requests, and every place where a request object can be presented. */

import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { authorizationPath, type Page, type RequestParameters } from "../../support/sign-in.ts";
import { postForm } from "../../support/start-licet.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { CALLBACK, createRequest } from "../../support/storefront.ts";
import { assertPageOnly, assertRefusedTo } from "../authorization-endpoint/assert-answers.ts";
import { byEcdsa, type Claims, forge, type Header } from "../forgery/forge.ts";
import { assertRefused } from "../oauth-refusal.ts";

export const KEYS = {
  ec: generateKeyPairSync("ec", { namedCurve: "P-256" }),
  rsa: generateKeyPairSync("rsa", { modulusLength: 2048 }),
  ed: generateKeyPairSync("ed25519"),
  neighbour: generateKeyPairSync("ec", { namedCurve: "P-256" }),
};
export const SIGNER = { client_id: "signer", client_secret: "signer-secret-signer-secret-signer-secret" };
export const NEIGHBOUR = { client_id: "neighbour", client_secret: "neighbour-secret-neighbour-secret-neigh" };
/** Sends nothing that is not signed, and has an access account. */
export const BOUND = { client_id: "bound", client_secret: "bound-secret-bound-secret-bound-secret" };
export const BOUND_KEY = { client_id: "ak_bound", client_secret: "ak-bound-secret-key-ak-bound-secret-key" };
export const HEADER: Header = { alg: "ES256", kid: "ec", typ: "oauth-authz-req+jwt" };

type Client = typeof SIGNER;
const registration = (client: Client, keys: readonly (readonly [kid: string, key: KeyObject])[], more = "") =>
  `{ client_id: ${client.client_id}, client_secret: ${client.client_secret}, type: web, first_party: true, redirect_uris: [${CALLBACK}, "${CALLBACK}/two"], delegated: [orders:read, orders:write],
     jwks: ${JSON.stringify({ keys: keys.map(([kid, key]) => ({ ...key.export({ format: "jwk" }), kid })) })}, ${more} }`;

export interface Signers extends Storefront {
  /** The claims of a request object that nothing is wrong with; undefined leaves one out. */
  claims(more?: Claims): Claims;
  /** Signed as it should be, unless a header or a key is named. */
  sign(more?: Claims, header?: Header, by?: (input: string) => Uint8Array | string): string;
  /** At the authorization endpoint, with nothing outside but what is named. */
  present(request: string, outer?: RequestParameters): Promise<Page>;
  push(request: string, form?: Readonly<Record<string, string>>): ReturnType<typeof postForm>;
  /** Refused to the outer address, on a page where there is none, and when it is pushed. */
  assertRefusedEverywhere(request: string, error?: string): Promise<void>;
}

export async function startSigners(): Promise<Signers> {
  const front = await startStorefront();
  await front.apply(`applications:
  - ${registration(SIGNER, [
    ["ec", KEYS.ec.publicKey],
    ["rsa", KEYS.rsa.publicKey],
    ["ed", KEYS.ed.publicKey],
  ])}
  - ${registration(NEIGHBOUR, [["ec", KEYS.neighbour.publicKey]])}
  - ${registration(BOUND, [["ec", KEYS.ec.publicKey]], `require_signed_request_object: true, access_accounts: [{ access_key: ${BOUND_KEY.client_id}, secret_key: ${BOUND_KEY.client_secret} }]`)}`);

  const claims: Signers["claims"] = (more = {}) => {
    const now = front.clock.seconds();
    const own = { iss: SIGNER.client_id, aud: front.url, iat: now, exp: now + 60 };
    return { ...createRequest(SIGNER, { state: "inner" }), ...own, ...more };
  };
  const present: Signers["present"] = (request, outer = {}) =>
    front.alice.get(authorizationPath({ client_id: SIGNER.client_id, request, ...outer }));
  const push: Signers["push"] = (request, form = {}) =>
    postForm(`${front.url}/oidc/par`, { ...SIGNER, request, ...form });
  return {
    ...front,
    claims,
    present,
    push,
    sign: (more = {}, header = {}, by = byEcdsa(KEYS.ec.privateKey)) =>
      forge({ ...HEADER, ...header }, claims(more), by),
    async assertRefusedEverywhere(request, error = "invalid_request_object") {
      const outer = createRequest(SIGNER, { state: "outer" });
      assertRefusedTo(await present(request, outer), error, { issuer: front.url, state: "outer" });
      assertPageOnly(await present(request), "no address outside");
      assertPageOnly(await present(request, { redirect_uri: "https://evil.test/" }), "a foreign address");
      const pushed = error === "request_not_supported" ? "invalid_request_object" : error;
      assertRefused(await push(request), 400, pushed);
    },
  };
}
