// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { authorizationPath, readAuthorizationResponse } from "../../support/sign-in.ts";
import { postForm } from "../../support/start-licet.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import {
  CALLBACK,
  createPkce,
  createRequest,
  DESK,
  LOOPBACK_CALLBACK,
  SPA_CALLBACK,
  STRICT,
} from "../../support/storefront.ts";
import { assertRefusedTo } from "../authorization-endpoint/assert-answers.ts";
import { assertRefused } from "../oauth-refusal.ts";

let front: Storefront;
before(async () => {
  front = await startStorefront();
});
after(() => front.stop());

const { code_challenge } = createPkce().challenge;
const CLIENTS: Readonly<Record<string, { readonly client_id: string; readonly redirect_uri: string }>> = {
  "an application in a browser": { client_id: "spa", redirect_uri: SPA_CALLBACK },
  "a native application": { client_id: "phone", redirect_uri: LOOPBACK_CALLBACK },
  "an application that requires PKCE": { client_id: STRICT.client_id, redirect_uri: CALLBACK },
  "an application that may do without": { client_id: DESK.client_id, redirect_uri: CALLBACK },
};
const WRONG: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  "RFC 7636 §4.4.1: plain": { code_challenge, code_challenge_method: "plain" },
  "RFC 7636 §4.3: no method, which means plain": { code_challenge },
  "an empty method": { code_challenge, code_challenge_method: "" },
  "another case": { code_challenge, code_challenge_method: "s256" },
  "an unknown method": { code_challenge, code_challenge_method: "S512" },
  "a method without a challenge": { code_challenge_method: "S256" },
  "an empty challenge with a method": { code_challenge: "", code_challenge_method: "S256" },
  ...Object.fromEntries(
    Object.entries({
      "42 characters": code_challenge.slice(1),
      "44 characters": `${code_challenge}A`,
      "128 characters": "A".repeat(128),
      "one character": "A",
      padding: `${code_challenge}=`,
      "padding in the place of a character": `${code_challenge.slice(1)}=`,
      "a plus": `+${code_challenge.slice(1)}`,
      "a slash": `/${code_challenge.slice(1)}`,
      "a space": ` ${code_challenge.slice(1)}`,
      "a newline behind": `${code_challenge}\n`,
      "a letter of another alphabet": `ä${code_challenge.slice(1)}`,
    }).map(([name, challenge]) => [
      `RFC 7636 §4.2: a challenge with ${name}`,
      { code_challenge: challenge, code_challenge_method: "S256" },
    ]),
  ),
};

for (const [who, client] of Object.entries(CLIENTS)) {
  describe(`${who}: RFC 9700 §2.1.1`, () => {
    for (const [what, pkce] of Object.entries(WRONG)) {
      test(`${what} is refused`, async () => {
        const page = await front.alice.get(authorizationPath(createRequest(client, { ...client, ...pkce })));
        assertRefusedTo(page, "invalid_request", {
          issuer: front.url,
          state: "a state",
          uri: client.redirect_uri,
        });
      });
    }
  });
}

describe("RFC 9700 §2.1.1: no challenge at all", () => {
  for (const [who, client] of Object.entries(CLIENTS)) {
    const mayDoWithout = client.client_id === DESK.client_id;
    test(`${who}: ${mayDoWithout ? "works" : "is refused"}`, async () => {
      const page = await front.alice.get(authorizationPath(createRequest(client, client)));
      if (!mayDoWithout)
        return assertRefusedTo(page, "invalid_request", {
          issuer: front.url,
          state: "a state",
          uri: client.redirect_uri,
        });
      const { code = "" } = readAuthorizationResponse(page);
      assert.equal((await front.redeem(code)).status, 200);
    });
  }
});

test("RFC 9126 §2.1: the same at the endpoint where requests are pushed", async () => {
  for (const pkce of Object.values(WRONG)) {
    const given = Object.entries(createRequest(STRICT, pkce)).filter(([, value]) => value !== undefined);
    const answer = await postForm(`${front.url}/oidc/par`, { ...Object.fromEntries(given), ...STRICT });
    assertRefused(answer, 400, "invalid_request");
  }
});

test("RFC 8414 §2: discovery offers S256 and nothing else", async () => {
  const metadata = (await (
    await fetch(`${front.url}/.well-known/oauth-authorization-server`)
  ).json()) as object;
  assert.deepEqual((metadata as Record<string, unknown>).code_challenge_methods_supported, ["S256"]);
});
