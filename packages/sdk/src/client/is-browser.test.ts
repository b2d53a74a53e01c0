import assert from "node:assert/strict";
import { test } from "node:test";
import { createTokenClient } from "./index.ts";
import { isBrowser } from "./is-browser.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0";

test("browsers and their workers are told from servers, edge runtimes and simulated pages", () => {
  assert.equal(isBrowser({ navigator: { userAgent: CHROME } }), true);
  assert.equal(isBrowser({ navigator: { userAgent: CHROME }, process: { versions: {} } }), true);
  assert.equal(isBrowser({ navigator: { userAgent: CHROME }, process: { versions: { node: "26" } } }), false);
  for (const userAgent of ["Node.js/26", "Deno/2.0", "Bun/1.3", "Cloudflare-Workers"])
    assert.equal(isBrowser({ navigator: { userAgent } }), false);
  assert.equal(isBrowser({}), false);
  assert.equal(isBrowser(), false);
});

test("a browser may not hold a secret or a private key", (t) => {
  const versions = Object.getOwnPropertyDescriptor(process, "versions") ?? {};
  const navigator = Object.getOwnPropertyDescriptor(globalThis, "navigator") ?? {};
  t.after(() => {
    Object.defineProperty(process, "versions", versions);
    Object.defineProperty(globalThis, "navigator", navigator);
  });
  Object.defineProperty(process, "versions", { ...versions, value: {} });
  Object.defineProperty(globalThis, "navigator", { value: { userAgent: CHROME }, configurable: true });
  const options = { issuer: "https://auth.example.test", clientId: "shop", scope: "orders:read" };
  for (const credentials of [{ clientSecret: "secret" }, { privateKey: "-----BEGIN PRIVATE KEY-----" }])
    assert.throws(() => createTokenClient({ ...options, ...credentials }), {
      name: "UsageError",
      message: /every user of a browser can read it/,
    });
  assert.ok(createTokenClient({ ...options, assertion: () => "made by a server" }));
});
