// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { exchange, getCode } from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { ALICE, createPkce, createRequest, DESK, SPA_CALLBACK, STRICT } from "../../support/storefront.ts";
import { assertRefused } from "../oauth-refusal.ts";

let front: Storefront;
before(async () => {
  front = await startStorefront();
});
after(() => front.stop());

const WRONG: Readonly<Record<string, (right: string) => string | undefined>> = {
  missing: () => undefined,
  empty: () => "",
  "of another request": () => createPkce().code_verifier,
  "the challenge itself": (right) => right,
  "one character short": (right) => right.slice(1),
  "one character long": (right) => `${right}A`,
  "42 characters": () => "A".repeat(42),
  "129 characters": () => "A".repeat(129),
  "one character": () => "A",
  "with a space": (right) => `${right.slice(1)} `,
  "with another alphabet": (right) => `ä${right.slice(1)}`,
  "with padding": (right) => `${right}=`,
  "with a NUL": (right) => `${right}\0`,
};

for (const [who, client, redirect] of [
  ["a public client", { client_id: "spa" }, { redirect_uri: SPA_CALLBACK }],
  ["a client that requires PKCE", STRICT, {}],
  ["a client that need not have used it", DESK, {}],
] as const) {
  describe(`${who}: RFC 7636 §4.6, RFC 9700 §4.5, CVE-2026-41213`, () => {
    for (const [name, spoil] of Object.entries(WRONG)) {
      test(`a verifier that is ${name} is refused, and the code is worth nothing afterwards`, async () => {
        const { challenge, code_verifier } = createPkce();
        const request = createRequest(client, { ...challenge, ...redirect });
        const code = await getCode(front.alice, request, ALICE);
        const form = { ...client, redirect_uri: String(request.redirect_uri) };
        const wrong = name === "the challenge itself" ? challenge.code_challenge : spoil(code_verifier);
        const spoilt = wrong === undefined ? {} : { code_verifier: wrong };
        assertRefused(await exchange(front, code, { ...form, ...spoilt }), 400, "invalid_grant");
        assertRefused(await exchange(front, code, { ...form, code_verifier }), 400, "invalid_grant");
      });
    }

    test("the right one is taken", async () => {
      const { challenge, code_verifier } = createPkce();
      const request = createRequest(client, { ...challenge, ...redirect });
      const code = await getCode(front.alice, request, ALICE);
      const form = { ...client, redirect_uri: String(request.redirect_uri), code_verifier };
      assert.equal((await exchange(front, code, form)).status, 200);
    });
  });
}

test("RFC 7636 §4.1: verifiers of 43 and of 128 characters are taken", async () => {
  for (const code_verifier of ["-._~".repeat(11).slice(0, 43), "aZ09-._~".repeat(16)]) {
    const code_challenge = createHash("sha256").update(code_verifier).digest("base64url");
    const code = await front.code({ code_challenge, code_challenge_method: "S256" });
    assert.equal((await front.redeem(code, { code_verifier })).status, 200);
  }
});

test("RFC 9700 §4.5.3: an attacker's code in a victim's session is refused by the victim's verifier", async () => {
  const victim = createPkce();
  const stolen = await front.code(createPkce().challenge);
  assertRefused(await front.redeem(stolen, { code_verifier: victim.code_verifier }), 400, "invalid_grant");
});

test("RFC 9700 §4.8.2: a verifier for a request that had no challenge is a downgrade, and refused", async () => {
  const code = await front.code();
  assertRefused(
    await front.redeem(code, { code_verifier: createPkce().code_verifier }),
    400,
    "invalid_grant",
  );
});
