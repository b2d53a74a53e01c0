// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { KEY, REPORTS, SHOP } from "../../support/shop.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { basic } from "../basic-authorization.ts";
import { assertRefused } from "../oauth-refusal.ts";

let licet: RunningLicet;
let tokenUrl: string;
let offered: readonly string[];
before(async () => {
  licet = await startLicet({
    state: `${SHOP}
  - { principal: application:phone, permission: orders:read }
  - { principal: application:page, permission: orders:read }
`.replace(
      "assignments:",
      `  - { client_id: page, name: A page, type: spa, redirect_uris: ["https://page.example.test/callback"] }
assignments:`,
    ),
  });
  tokenUrl = `${licet.url}/oidc/token`;
  const discovery = await fetch(`${licet.url}/.well-known/oauth-authorization-server`);
  offered = ((await discovery.json()) as { grant_types_supported: string[] }).grant_types_supported;
});
after(() => licet.stop());

describe("RFC 6749 §5.2, RFC 9700 §2.4: a grant type that is not offered gets unsupported_grant_type", () => {
  const never = [
    "foo",
    "password",
    "implicit",
    "CLIENT_CREDENTIALS",
    "client_credentials ",
    "client-credentials",
  ];
  const extensions = [
    "urn:ietf:params:oauth:grant-type:token-exchange",
    "urn:ietf:params:oauth:grant-type:jwt-bearer",
    "urn:ietf:params:oauth:grant-type:saml2-bearer",
    "urn:ietf:params:oauth:grant-type:device_code",
    "urn:openid:params:grant-type:ciba",
  ];
  const ofObjects = ["__proto__", "constructor", "toString", "hasOwnProperty"];
  for (const grantType of [...never, ...extensions, ...ofObjects]) {
    for (const [caller, credentials] of Object.entries({ "an application": REPORTS, "an access key": KEY })) {
      test(`${JSON.stringify(grantType)} by ${caller}`, async () => {
        assert.ok(!offered.includes(grantType));
        const form = {
          grant_type: grantType,
          scope: "orders:read",
          username: "alice",
          password: "a password",
        };
        assertRefused(await postForm(tokenUrl, { ...form, ...credentials }), 400, "unsupported_grant_type");
      });
    }
  }
});

describe("RFC 6749 §4.4: client_credentials is for confidential clients only", () => {
  for (const client_id of ["phone", "page"]) {
    test(`${client_id}, which has permissions of its own but cannot prove who it is, gets unauthorized_client`, async () => {
      const form = { grant_type: "client_credentials", client_id };
      for (const scope of ["orders:read", "openid", "nothing"]) {
        assertRefused(await postForm(tokenUrl, { ...form, scope }), 400, "unauthorized_client");
      }
      assertRefused(
        await postForm(tokenUrl, { ...form, resource: "https://orders.example.test" }),
        400,
        "unauthorized_client",
      );
    });

    test(`${client_id} does not become confidential by sending a secret`, async () => {
      const form = { grant_type: "client_credentials", scope: "orders:read" };
      const secret = REPORTS.client_secret;
      assertRefused(
        await postForm(tokenUrl, { ...form, client_id, client_secret: secret }),
        401,
        "invalid_client",
      );
      assertRefused(await postForm(tokenUrl, form, basic(client_id, secret)), 401, "invalid_client", true);
    });
  }
});

describe("RFC 6749 §5.2: who calls is settled before what the grant type needs is read", () => {
  for (const [grant_type, parameter] of [
    ["authorization_code", "code"],
    ["refresh_token", "refresh_token"],
  ] as const) {
    test(`${grant_type} without its ${parameter}`, async () => {
      const wrong = { ...REPORTS, client_secret: `${REPORTS.client_secret}x` };
      assertRefused(await postForm(tokenUrl, { grant_type, ...wrong }), 401, "invalid_client");
      const answer = await postForm(tokenUrl, { grant_type, ...REPORTS });
      assertRefused(answer, 400, "invalid_request");
      assert.equal(
        (answer.body as { error_description: string }).error_description,
        `${parameter} is missing`,
      );
    });
  }
});
