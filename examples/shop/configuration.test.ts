import assert from "node:assert/strict";
import { test } from "node:test";
import { parseConfiguration } from "./configuration.ts";

const NEEDED = { ISSUER: "http://127.0.0.1:4455", CLIENT_ID: "shop", CLIENT_SECRET: "secret" };

test("an error names the variable that is missing or wrong", () => {
  for (const [name, value] of [
    ["ISSUER", ""],
    ["PORT", "none"],
    ["URL", "shop.example.test"],
    ["URL", "ftp://shop.example.test"],
  ] as const)
    assert.throws(() => parseConfiguration({ ...NEEDED, [name]: value }), new RegExp(`\\b${name}\\b`));
});

test("spaces around the scopes are no scope", () => {
  assert.deepEqual(parseConfiguration({ ...NEEDED, SCOPE: " openid  email " }).options.scopes, [
    "openid",
    "email",
  ]);
});
