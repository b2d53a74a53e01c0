// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Application } from "../../../packages/server/src/accounts/entities.ts";
import { SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { basic, basicUnencoded } from "../basic-authorization.ts";
import { CLIENT_ENDPOINTS } from "../client-endpoints.ts";
import { assertRefused } from "../oauth-refusal.ts";
import { sendRequest } from "../send-request.ts";

/** Identifiers and secrets that only survive when both sides agree on the encoding. */
const AWKWARD: Record<string, { readonly id: string; readonly secret: string }> = {
  "a colon": { id: "urn:client:1", secret: "a:secret:with:colons" },
  "a percent sign": { id: "100%", secret: "%41 is not A" },
  "a plus sign": { id: "a+b", secret: "one+one=2" },
  "a space": { id: "two words", secret: "a secret with my space " },
  "letters outside ASCII": { id: "straße", secret: "пароль-\u{1F511}" },
  "form separators": { id: "a&b=c", secret: "&client_id=other&x=" },
};

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP });
  const { storage, secrets, clock } = licet.services;
  const template = (await storage.state.find("application", "reports")) as Application;
  // Not by a file, which takes no such names: a registration by other means, or of an earlier version, may have them.
  await storage.state.commit(
    Object.values(AWKWARD).flatMap(({ id, secret }, index) => [
      { op: "put", kind: "application", value: { ...template, id } } as const,
      {
        op: "put",
        kind: "secret",
        value: {
          id: `sec_${index}`,
          owner: id,
          hash: secrets.hash(secret),
          hint: "",
          createdAt: clock.seconds(),
        },
      } as const,
    ]),
    { name: "test", at: clock.milliseconds() },
  );
});
after(() => licet.stop());

const [TOKEN] = CLIENT_ENDPOINTS;
const post = (headers: Readonly<Record<string, string>>, endpoint = TOKEN) =>
  postForm(licet.url + endpoint?.path, endpoint?.form("a-token") ?? {}, headers);

describe("RFC 6749 §2.3.1, appendix B: the halves of Basic are form-encoded", () => {
  for (const [name, { id, secret }] of Object.entries(AWKWARD)) {
    test(`${name} works when encoded`, async () => {
      for (const endpoint of CLIENT_ENDPOINTS) {
        const { status, text } = await post(basic(id, secret), endpoint);
        assert.equal(status, endpoint.accepted, text);
      }
    });

    test(`${name} works with every byte escaped, in either case`, async () => {
      const escapeAll = (text: string) =>
        [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
      const pair = `${escapeAll(id)}:${escapeAll(secret)}`;
      assert.equal((await post(basicUnencoded(pair))).status, 200);
      assert.equal((await post(basicUnencoded(pair.toUpperCase()))).status, 200);
    });

    test(`${name} works in the form`, async () => {
      const form = { ...TOKEN?.form(""), client_id: id, client_secret: secret };
      assert.equal((await postForm(`${licet.url}/oidc/token`, form)).status, 200);
    });
  }

  for (const name of ["a colon", "a percent sign", "a plus sign"] as const) {
    const { id, secret } = AWKWARD[name] as (typeof AWKWARD)[string];
    test(`${name} sent as it is means something else and is refused`, async () =>
      assertRefused(await post(basicUnencoded(`${id}:${secret}`)), 401, "invalid_client", true));
  }

  test("the scheme has no case and may be followed by several spaces (RFC 9110 §11.1)", async () => {
    const { id, secret } = AWKWARD["a space"] as (typeof AWKWARD)[string];
    const [, credentials = ""] = basic(id, secret).authorization.split(" ");
    for (const scheme of ["basic ", "BASIC ", "Basic   "]) {
      assert.equal((await post({ authorization: scheme + credentials })).status, 200);
    }
  });
});

describe("RFC 6749 §2.3.1, RFC 7617 §2: a Basic header that cannot be read gets 401 and a challenge", () => {
  const { id, secret } = AWKWARD["a space"] as (typeof AWKWARD)[string];
  const [, good = ""] = basic(id, secret).authorization.split(" ");
  const unreadable: Record<string, string> = {
    "not base64": "Basic !!!!",
    "base64 with a stray character": `Basic ${good.slice(0, 4)}!${good.slice(4)}`,
    "base64 with a space inside": `Basic ${good.slice(0, 4)} ${good.slice(4)}`,
    "base64 of a length that no bytes have": `Basic ${good}A`,
    "padding in the middle": `Basic ${good.slice(0, 4)}==${good.slice(4)}`,
    "padding and nothing else": "Basic ====",
    "no colon": basicUnencoded("two+words").authorization,
    "nothing behind the scheme": "Basic ",
    "no space behind the scheme": `Basic${good}`,
    "two headers in one": `Basic ${good}, Basic ${good}`,
    "a parameter behind": `Basic ${good}; realm=x`,
    "a broken escape in the client_id": basicUnencoded(`%zz:${secret}`).authorization,
    "a broken escape in the secret": basicUnencoded("two+words:%").authorization,
    "escapes that are not UTF-8": basicUnencoded("two+words:%FF").authorization,
    "bytes that are not UTF-8": basicUnencoded(Buffer.from([0xff, 0x3a, 0xfe])).authorization,
    "a NUL in the client_id": basicUnencoded("two%00words:secret").authorization,
    "a NUL in the secret": basicUnencoded(`two+words:${secret.trim().replaceAll(" ", "+")}+%00`)
      .authorization,
    "a digest": 'Digest username="reports"',
    "10,000 characters": basicUnencoded("x".repeat(7_000)).authorization,
    "10,000 characters of a client_id": basicUnencoded(`${"x".repeat(7_000)}:secret`).authorization,
  };
  for (const [name, authorization] of Object.entries(unreadable)) {
    test(name, async () => {
      for (const endpoint of CLIENT_ENDPOINTS) {
        assertRefused(await post({ authorization }, endpoint), 401, "invalid_client", true);
      }
    });
  }

  test("RFC 6585 §5: a header of 64 kB gets 431, and the server goes on", async () => {
    const headers = { authorization: `Basic ${"A".repeat(65_536)}` };
    const { status, text } = await sendRequest("POST", `${licet.url}/oidc/token`, { headers });
    assert.equal(status, 431);
    assert.doesNotMatch(text, /AAAA/);
    assert.equal((await post(basic(id, secret))).status, 200);
  });
});
