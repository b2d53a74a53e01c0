// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { createPublicKey, type webcrypto } from "node:crypto";
import { after, before, describe, test } from "node:test";
import {
  authorize,
  createBrowser,
  decodeClaims,
  isLoginPage,
  readAuthorizationResponse,
  readForm,
  signIn,
} from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { ALICE, BOB, createRequest, DESK, SHOP_CLIENT } from "../../support/storefront.ts";
import {
  byHmac,
  byRsa,
  forge,
  NONE_SPELLINGS,
  STRANGER,
  textsOfPublicKey,
  unsigned,
} from "../forgery/forge.ts";
import { assertRefusedTo } from "./assert-answers.ts";

let front: Storefront;
before(async () => {
  front = await startStorefront();
});
after(() => front.stop());

describe("OpenID Connect Core §3.1.2.1, §3.1.2.6: prompt=none shows nothing", () => {
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ["nobody is signed in", {}, "login_required"],
    ["with login", { prompt: "none login" }, "invalid_request"],
    ["with consent", { prompt: "none consent" }, "invalid_request"],
  ];
  for (const [name, more, error] of cases) {
    test(`${name}: ${error}`, async () => {
      const page = await createBrowser(front.url).get(
        `/oidc/auth?${new URLSearchParams({ ...createRequest(SHOP_CLIENT), prompt: "none", ...more } as Record<string, string>)}`,
      );
      assertRefusedTo(page, error, { issuer: front.url, state: "a state" });
    });
  }
  test("no consent: consent_required; a password is needed: login_required", async () => {
    const silent = (more: object) =>
      authorize(front.alice, createRequest(SHOP_CLIENT, { prompt: "none", ...more }));
    const expected = { issuer: front.url, state: "a state" };
    assertRefusedTo(await silent({}), "consent_required", expected);
    assertRefusedTo(await silent({ max_age: "0" }), "login_required", expected);
    assertRefusedTo(
      await silent({ claims: '{"id_token":{"sub":{"value":"usr_x"}}}' }),
      "login_required",
      expected,
    );
  });
});

describe("OpenID Connect Core §3.1.2.1: only the password satisfies prompt=login and max_age=0", () => {
  for (const more of [{ prompt: "login" }, { max_age: "0" }, { prompt: "login consent" }]) {
    test(JSON.stringify(more), async () => {
      const browser = await front.openBrowser();
      const before = decodeClaims(
        (
          await front.redeem(
            readAuthorizationResponse(await authorize(browser, createRequest(DESK))).code ?? "",
          )
        ).body.id_token,
      );
      front.clock.advance(5);
      const page = await authorize(browser, createRequest(DESK, more));
      assert.ok(isLoginPage(page));
      const form = readForm(page, 'id="login-submit"');
      // The other buttons of other pages, the consent page by its address, the same page again: none is a way round.
      for (const decision of ["continue", "switch", "allow"]) {
        const tried = await browser.post("/login", [
          ...form.filter(([name]) => name === "csrf" || name === "interaction"),
          ["decision", decision],
        ]);
        assert.doesNotMatch(tried.location ?? "", /code=/, decision);
      }
      const { interaction = "" } = Object.fromEntries(form);
      for (const path of ["/consent", "/login"]) {
        const tried = await browser.get(`${path}?interaction=${interaction}`);
        assert.doesNotMatch(tried.location ?? "", /code=/, path);
      }
      const wrong = await signIn(browser, page, { ...ALICE, password: "wrong" });
      assert.equal(wrong.status, 400);
      let answered = await signIn(browser, page, ALICE);
      if (answered.text.includes('id="consent-allow"'))
        answered = await browser.post("/consent", [
          ...readForm(answered, 'id="consent-allow"'),
          ["decision", "allow"],
        ]);
      const after = decodeClaims(
        (await front.redeem(readAuthorizationResponse(answered).code ?? "")).body.id_token,
      );
      assert.ok(Number(after.auth_time) >= Number(before.auth_time) + 5);
    });
  }

  test("having signed in for one request does not answer another", async () => {
    const browser = await front.openBrowser();
    const one = await authorize(browser, createRequest(DESK, { prompt: "login", state: "one" }));
    const two = await authorize(browser, createRequest(DESK, { prompt: "login", state: "two" }));
    assert.equal(readAuthorizationResponse(await signIn(browser, one, ALICE)).state, "one");
    const { interaction = "" } = Object.fromEntries(readForm(two, 'id="login-submit"'));
    assert.ok(isLoginPage(await browser.get(`/login?interaction=${interaction}`)));
  });
});

describe("RFC 8725 §3.1, §3.11: an id_token_hint that is no ID token of ours", () => {
  const refused = async (id_token_hint: string) => {
    const page = await authorize(front.alice, createRequest(DESK, { id_token_hint, prompt: "none" }));
    assertRefusedTo(page, "invalid_request", { issuer: front.url, state: "a state" });
  };
  const genuine = async () => {
    const { id_token } = await front.tokens();
    const [header = ""] = id_token.split(".");
    return {
      id_token,
      claims: decodeClaims(id_token),
      header: JSON.parse(Buffer.from(header, "base64url").toString()),
    };
  };

  test("unsigned, in every spelling of none", async () => {
    const { claims, header } = await genuine();
    for (const alg of NONE_SPELLINGS) await refused(forge({ ...header, alg }, claims, unsigned));
    await refused(forge(header, claims, unsigned));
  });
  test("signed with our public key as a secret", async () => {
    const { claims, header } = await genuine();
    const { keys } = (await (await fetch(`${front.url}/oidc/jwks`)).json()) as {
      keys: (webcrypto.JsonWebKey & { kid: string })[];
    };
    for (const jwk of keys) {
      for (const [, text] of textsOfPublicKey(createPublicKey({ key: jwk, format: "jwk" })))
        await refused(forge({ ...header, alg: "HS256", kid: jwk.kid }, claims, byHmac("sha256", text)));
    }
  });
  test("signed by another party, with or without its key in it", async () => {
    const { claims, header } = await genuine();
    const jwk = STRANGER.rsa.publicKey.export({ format: "jwk" });
    for (const more of [{}, { kid: "mine" }, { jwk }, { jku: `${front.url}/evil` }])
      await refused(forge({ ...header, ...more }, claims, byRsa(STRANGER.rsa.privateKey)));
  });
  test("changed by one claim, or of another kind", async () => {
    const { id_token, claims } = await genuine();
    const [header, , signature] = id_token.split(".");
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: "usr_other" })).toString("base64url");
    await refused(`${header}.${changed}.${signature}`);
    const { access_token, refresh_token } = await front.tokens({
      scope: "openid orders:read offline_access",
    });
    await refused(access_token);
    await refused(refresh_token);
    await refused("x");
    await refused("..");
  });
  test("OpenID Connect Core §3.1.2.1: one of ours that is long over is still a hint", async () => {
    const { id_token } = await genuine();
    front.clock.advance(7_200);
    const page = await authorize(
      front.alice,
      createRequest(DESK, { id_token_hint: id_token, prompt: "none" }),
    );
    assert.ok(readAuthorizationResponse(page).code);
    const bob = await front.openBrowser(BOB);
    const other = await authorize(bob, createRequest(DESK, { id_token_hint: id_token, prompt: "none" }));
    assertRefusedTo(other, "login_required", { issuer: front.url, state: "a state" });
  });
});
