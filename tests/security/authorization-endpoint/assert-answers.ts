import assert from "node:assert/strict";
import { type Page, readAuthorizationResponse } from "../../support/sign-in.ts";
import { CALLBACK } from "../../support/storefront.ts";

/** RFC 6749 §4.1.2.1: only the user sees the error, on a page of our own. */
export function assertPageOnly(page: Page, what: string, status = 400): void {
  assert.equal(page.status, status, `${what}: ${page.location}`);
  assert.equal(page.location, undefined, what);
  assert.match(page.headers.get("content-type") ?? "", /^text\/html; charset=utf-8$/);
  assert.doesNotMatch(page.text, /<script|http-equiv|app\.example\.com|evil/i, what);
  assertHardenedPage(page);
}

/** RFC 9700 §4.16, RFC 6749 §10.13: the page cannot be framed or cached. */
export function assertHardenedPage({ headers }: Page): void {
  const policy = headers.get("content-security-policy") ?? "";
  assert.match(policy, /(^|; )frame-ancestors 'none'(;|$)/);
  assert.match(policy, /^default-src 'none'/);
  assert.doesNotMatch(policy, /unsafe|\*|data:/);
  assert.equal(headers.get("x-frame-options"), "DENY");
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.equal(headers.get("cache-control"), "no-store");
  assert.match(headers.get("referrer-policy") ?? "", /^(same-origin|no-referrer)$/);
  assert.equal(headers.get("access-control-allow-origin"), null);
}

/** RFC 6749 §4.1.2.1 and RFC 9207 §2: the application is told, at its own address, with its state and our name. */
export function assertRefusedTo(
  page: Page,
  error: string,
  expected: { readonly issuer: string; readonly state?: string; readonly uri?: string },
): void {
  const { issuer, state, uri = CALLBACK } = expected;
  const answer = readAuthorizationResponse(page);
  assert.ok(page.location?.startsWith(uri), page.location ?? "nowhere");
  assert.equal(answer.error, error, answer.error_description ?? "");
  assert.deepEqual(Object.keys(answer), [
    "error",
    "error_description",
    ...(state === undefined ? [] : ["state"]),
    "iss",
  ]);
  // RFC 6749 §4.1.2.1: what may stand in there.
  assert.match(answer.error_description ?? "", /^[\x20\x21\x23-\x5B\x5D-\x7E]+$/);
  assert.equal(answer.state, state);
  assert.equal(answer.iss, issuer);
}
