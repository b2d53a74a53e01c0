import assert from "node:assert/strict";
import { test } from "node:test";
import { checkRedirectUri } from "./redirect-uri.ts";

test("https anywhere and http on this machine are fine for every type", () => {
  const uris = [
    "https://shop.example/callback",
    "https://shop.example:8443/callback?tenant=7&x=%20",
    "http://127.0.0.1:4000/callback",
    "http://[::1]:4000/callback",
    "http://localhost/callback",
  ];
  for (const type of ["web", "spa", "native", "service"] as const) {
    for (const uri of uris) assert.equal(checkRedirectUri(uri, type), undefined, uri);
  }
});

test("a private-use scheme with a dot is for native applications only", () => {
  assert.equal(checkRedirectUri("com.example.app:/callback", "native"), undefined);
  assert.match(checkRedirectUri("com.example.app:/callback", "web") ?? "", /must begin with https/);
  assert.match(checkRedirectUri("myapp:/callback", "native") ?? "", /with a dot/);
});

const refused: [string, RegExp][] = [
  ["/callback", /absolute/],
  ["shop.example/callback", /absolute/],
  ["https://shop.example/callback#x", /fragment/],
  ["https://*.shop.example/callback", /wildcard/],
  ["https://shop.example/*", /wildcard/],
  ["https://user@shop.example/callback", /user name/],
  ["https://user:pass@shop.example/callback", /user name/],
  ["com.example.app://user@host/callback", /user name/],
  ["http://shop.example/callback", /https/],
  ["http://127.0.0.1.evil.example/callback", /https/],
  ["http://localhost.evil.example/callback", /https/],
  ["javascript:alert(1)", /must begin with/],
  ["data:text/html,hello", /must begin with/],
  ["file:///etc/passwd", /must begin with/],
  ["https:shop.example", /not a valid URL/],
  ["https:/shop.example", /not a valid URL/],
  ["https:///shop.example", /not a valid URL/],
  ["https://shop.example:99999/", /not a valid URL/],
  ["https://shop.example\\@evil.example/", /percent-encode/],
  [" https://shop.example/", /percent-encode/],
  ["https://shop.example/\n", /percent-encode/],
  ["https://shop.example/%zz", /percent-encode/],
  ["https://sh\u00f6p.example/", /percent-encode/],
  [`https://shop.example/${"x".repeat(2048)}`, /longer/],
];
for (const [uri, problem] of refused) {
  test(`${JSON.stringify(uri.slice(0, 60))} is refused as a redirect URI`, () => {
    assert.match(checkRedirectUri(uri, "native") ?? "", problem);
  });
}
