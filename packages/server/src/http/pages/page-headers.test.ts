import assert from "node:assert/strict";
import { test } from "node:test";
import { formActionSource, pageHeaders } from "./page-headers.ts";

const policyOf = (options?: Parameters<typeof pageHeaders>[0]) =>
  pageHeaders(options)["content-security-policy"];

test("a page allows its own styles, images and forms, and nothing else", () => {
  assert.equal(
    policyOf(),
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  );
  const headers = pageHeaders();
  assert.equal(headers["x-frame-options"], "DENY");
  assert.equal(headers["cache-control"], "no-store");
  assert.equal(headers["cross-origin-opener-policy"], "same-origin");
  assert.equal(headers["x-content-type-options"], "nosniff");
});

test("a script needs a nonce, and only the page that has one gets it", () => {
  assert.match(
    policyOf({ scriptNonce: "c2l4dGVlbi1ieXRlcy0h" }) ?? "",
    /; script-src 'nonce-c2l4dGVlbi1ieXRlcy0h';/,
  );
  assert.doesNotMatch(policyOf() ?? "", /script-src/);
  assert.throws(() => policyOf({ scriptNonce: "x' 'unsafe-inline" }), TypeError);
});

test("a form may lead on to where the redirect goes, whatever kind of address that is", () => {
  const sources: readonly (readonly [string, string])[] = [
    ["https://app.example.test/cb?x=1", "https://app.example.test"],
    ["http://127.0.0.1:4000/cb", "http://127.0.0.1:4000"],
    ["http://[::1]:4000/cb", "http:"],
    ["com.example.app:/cb", "com.example.app:"],
  ];
  for (const [uri, source] of sources) {
    assert.equal(formActionSource(uri), source);
    assert.match(
      policyOf({ formActions: [source] }) ?? "",
      new RegExp(`form-action 'self' ${RegExp.escape(source)};`),
    );
  }
});

test("no address adds a directive of its own", () => {
  assert.equal(formActionSource("https://a;script-src-elem/cb"), "https:");
  assert.equal(formActionSource("https://a,b/cb"), "https:");
  for (const source of ["https://a;script-src *", "*", "'unsafe-inline'", "https://a b", "https://a\r\nx: y"])
    assert.throws(() => policyOf({ formActions: [source] }), TypeError, source);
});

test("a logo on another server is allowed by its origin, over https alone", () => {
  assert.match(
    policyOf({ imageUrl: "https://cdn.example.test/logo.svg" }) ?? "",
    /img-src 'self' https:\/\/cdn.example.test;/,
  );
  assert.match(policyOf({ imageUrl: "http://cdn.example.test/logo.svg" }) ?? "", /img-src 'self';/);
  assert.match(policyOf({ imageUrl: "/logo.svg" }) ?? "", /img-src 'self';/);
});
