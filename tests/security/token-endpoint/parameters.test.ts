// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { REPORTS, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { assertRefused } from "../oauth-refusal.ts";
import { encoded, VALID } from "./valid-request.ts";

let licet: RunningLicet;
let tokenUrl: string;
before(async () => {
  licet = await startLicet({ state: SHOP });
  tokenUrl = `${licet.url}/oidc/token`;
});
after(() => licet.stop());

describe("RFC 6749 §3.2, §5.2: grant_type is required", () => {
  const { grant_type: _, ...rest } = VALID;
  for (const [name, form] of [
    ["missing", encoded(rest)],
    ["empty", `grant_type=&${encoded(rest)}`],
    ["without a value", `grant_type&${encoded(rest)}`],
  ] as const) {
    test(`${name}: invalid_request`, async () =>
      assertRefused(await postForm(tokenUrl, form), 400, "invalid_request"));
  }
});

describe("RFC 6749 §3.2: a parameter that is sent twice gets invalid_request", () => {
  const forms: Record<string, Record<string, string>> = {
    "/oidc/token": {
      ...VALID,
      code: "a-code",
      redirect_uri: "https://app.example.test/callback",
      code_verifier: "a-verifier",
      refresh_token: "a-token",
      client_assertion: "an.asser.tion",
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      anything: "else",
    },
    "/oidc/introspect": { ...REPORTS, token: "a-token", token_type_hint: "access_token" },
    "/oidc/revoke": { ...REPORTS, token: "a-token", token_type_hint: "access_token" },
  };
  for (const [path, form] of Object.entries(forms)) {
    for (const [name, value] of Object.entries(form)) {
      // Only the repetition may be at fault, so the rest is what makes a good request.
      const good = path === "/oidc/token" ? VALID : form;
      const once = encoded({ ...good, [name]: value });
      for (const [how, again] of [
        ["with the same value", encoded({ [name]: value })],
        ["with another value", encoded({ [name]: `${value}x` })],
        ["with no value", `${name}=`],
        ["spelled with an escape", `%${name.charCodeAt(0).toString(16)}${name.slice(1)}=${value}`],
      ] as const) {
        test(`${path}: ${name} ${how}`, async () => {
          assertRefused(await postForm(licet.url + path, `${once}&${again}`), 400, "invalid_request");
          assertRefused(await postForm(licet.url + path, `${again}&${once}`), 400, "invalid_request");
        });
      }
    }
  }

  test("RFC 8707 §2: but resource may be repeated", async () => {
    const resources = "resource=https://orders.example.test&resource=https://stock.example.test";
    const { status, body } = await postForm(tokenUrl, `${encoded(VALID)}&${resources}`);
    assert.equal(status, 200);
    assert.equal(body.scope, "orders:read");
  });
});

describe("RFC 6749 §3.2: unknown parameters are ignored", () => {
  const many = Array.from({ length: 1000 }, (_, index) => `p${index}=${index}`).join("&");
  for (const unknown of [
    "foo=bar",
    "foo",
    "=bar",
    "&&&",
    "client_id[]=x&client_id%5B0%5D=y",
    "__proto__=x&constructor=y&toString=z&hasOwnProperty=q",
    "SCOPE=orders:write&Client_Secret=wrong",
    "scope%00=orders:write",
    "expires_in=1000000&sub=alice&aud=everyone",
    many,
  ]) {
    test(unknown.slice(0, 40), async () => {
      for (const form of [`${encoded(VALID)}&${unknown}`, `${unknown}&${encoded(VALID)}`]) {
        const { status, body } = await postForm(tokenUrl, form);
        assert.equal(status, 200);
        assert.deepEqual(
          { ...body, access_token: typeof body.access_token },
          {
            access_token: "string",
            token_type: "Bearer",
            expires_in: 600,
            scope: "orders:read",
            scope_rejected: "",
          },
        );
      }
    });
  }
});

describe("RFC 6749 appendix B: a form whose escapes are broken gets invalid_request", () => {
  for (const broken of ["a=%", "a=%2", "a=%zz", "%=a", "a=%C3", "a=%FF%FE", "a=%ED%A0%80", "a=%u0041"]) {
    test(broken, async () =>
      assertRefused(await postForm(tokenUrl, `${encoded(VALID)}&${broken}`), 400, "invalid_request"),
    );
  }
});
