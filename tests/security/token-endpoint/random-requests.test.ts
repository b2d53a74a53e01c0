// @engine sqlite: these answers do not depend on the engine.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import fc from "fast-check";
import { OAUTH_ERROR_CODES } from "../../../packages/server/src/oauth/oauth-error.ts";
import { KEY, PUSH_CALLBACK, REPORTS, SHOP } from "../../support/shop.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { basic, basicUnencoded } from "../basic-authorization.ts";
import { CLIENT_ENDPOINTS } from "../client-endpoints.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ readsLog: true, state: SHOP });
});
after(() => licet.stop());

/** Stands in every text that is sent, and has a quotation mark, so that no scope with it could ever be answered. */
const CANARY = "\"<zq9x7vkmw2'>";
const FORM = "application/x-www-form-urlencoded";

const NAMES = [
  ...["grant_type", "scope", "resource", "client_id", "client_secret", "client_assertion"],
  ...["client_assertion_type", "code", "redirect_uri", "code_verifier", "refresh_token", "token"],
  ...["response_type", "response_mode", "state", "nonce", "prompt", "max_age", "claims", "code_challenge"],
  ...["request", "request_uri", "id_token_hint", "ui_locales", "login_hint", "code_challenge_method"],
  ...["token_type_hint", "username", "password", "audience", "__proto__", ""],
];
const GOOD = new Map<string, readonly string[]>([
  ["grant_type", ["client_credentials", "authorization_code", "refresh_token"]],
  ["client_id", [REPORTS.client_id, KEY.client_id, "phone"]],
  ["client_secret", [REPORTS.client_secret, KEY.client_secret]],
  ["scope", ["orders:read", "orders:* stock:7:count", "openid"]],
  ["resource", ["https://orders.example.test"]],
  ["client_assertion_type", ["urn:ietf:params:oauth:client-assertion-type:jwt-bearer"]],
  ["token", ["e30.e30.e30"]],
  ["response_type", ["code"]],
  ["redirect_uri", [PUSH_CALLBACK]],
]);

const wildText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.constantFrom(
    "",
    "\0",
    "\u{FFFD}",
    " ",
    "../..",
    "%00",
    "null",
    "{}",
    "[]",
    "' or 1=1 --",
    "x".repeat(3_000),
  ),
);
const canaryText = wildText.map((text) => `${text}${CANARY}`);
/** Lone surrogates have no bytes; what the caller's side makes of them is what is sent. */
const encodeText = (text: string) => encodeURIComponent(text.toWellFormed());

const parameter = fc.constantFrom(...NAMES).chain((name) =>
  fc.tuple(
    fc.constant(name),
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...(GOOD.get(name) ?? ["x"])).map(encodeText) },
      { weight: 4, arbitrary: canaryText.map(encodeText) },
      // As it is, with all that means something in a form.
      { weight: 1, arbitrary: canaryText.map((text) => text.toWellFormed()) },
    ),
  ),
);
const write = (parameters: Iterable<readonly [string, string]>) =>
  Buffer.from([...parameters].map(([name, value]) => `${name}=${value}`).join("&"));
const GOOD_REQUEST = [...GOOD].flatMap(([name, [value = ""]]) =>
  name === "client_assertion_type" ? [] : [[name, encodeText(value)] as const],
);
const body = fc.oneof(
  // A good request with something changed or added: as far in as one can get.
  {
    weight: 5,
    arbitrary: fc
      .uniqueArray(parameter, { maxLength: 2, selector: ([name]) => name })
      .map((changes) => write(new Map([...GOOD_REQUEST, ...changes]))),
  },
  { weight: 3, arbitrary: fc.array(parameter, { maxLength: 8 }).map(write) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
);

/** RFC 9110 §5.5: what a header can carry at all. */
const headerText = (text: string) => text.replace(/[^\x20-\x7E\x80-\xFF]/g, "").trim();
const authorization = fc.oneof(
  { weight: 8, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: canaryText.map(headerText) },
  { weight: 1, arbitrary: canaryText.map((text) => basicUnencoded(text).authorization) },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => basicUnencoded(bytes).authorization),
  },
  { weight: 1, arbitrary: canaryText.map((text) => basic("reports", text.toWellFormed()).authorization) },
);
const contentType = fc.oneof(
  { weight: 16, arbitrary: fc.constant(FORM) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      `${FORM}; charset=utf-16`,
      "application/json",
      "text/plain",
      "multipart/form-data",
    ),
  },
  { weight: 1, arbitrary: canaryText.map(headerText) },
);

describe("RFC 6749 §5.2: whatever is sent, the answer is JSON, is no failure of ours and repeats nothing", () => {
  for (const { path, accepted } of CLIENT_ENDPOINTS) {
    test(path, { timeout: 60_000 }, async () => {
      const requests = fc.record({ body, authorization, type: contentType, query: fc.option(canaryText) });
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          const query = request.query === null ? "" : `?${encodeText(request.query)}`;
          const response = await fetch(licet.url + path + query, {
            method: "POST",
            headers: {
              "content-type": request.type,
              ...(request.authorization !== undefined && { authorization: request.authorization }),
            },
            body: request.body,
          });
          const text = await response.text();
          assert.ok([accepted, 400, 401].includes(response.status), `${response.status} ${text}`);
          assert.doesNotMatch(text, /zq9x7vkmw2/);
          assert.doesNotMatch(JSON.stringify([...response.headers]), /zq9x7vkmw2/);
          // RFC 7009 §2.2: the content of a successful revocation is empty.
          if (path === "/oidc/revoke" && response.status === 200) return assert.equal(text, "");
          assert.match(response.headers.get("content-type") ?? "", /^application\/json\b/);
          checkBody(response.status, JSON.parse(text));
        }),
        { numRuns: 400 },
      );
    });
  }

  test("and nothing that was sent is in the log, or logged as a failure", () => {
    assert.doesNotMatch(licet.logged(), /zq9x7vkmw2/);
    assert.doesNotMatch(licet.logged(), /"level":"?(error|fatal|50|60)/);
  });
});

function checkBody(status: number, body: Record<string, unknown>): void {
  if (status === 201) {
    assert.match(String(body.request_uri), /^urn:ietf:params:oauth:request_uri:/);
    return;
  }
  if (status === 200) {
    assert.equal(typeof (body.access_token ?? body.active), body.access_token ? "string" : "boolean");
    return;
  }
  assert.deepEqual(Object.keys(body), ["error", "error_description"]);
  assert.ok(OAUTH_ERROR_CODES.some((code) => code === body.error));
  assert.equal(status === 401, body.error === "invalid_client");
}
