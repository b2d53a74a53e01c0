import assert from "node:assert/strict";
import { test } from "node:test";
import type { Application } from "../../accounts/entities.ts";
import {
  restoreRedirect,
  type TrustedRedirect,
  trustLogoutRedirect,
  trustRedirect,
} from "./trusted-redirect.ts";

const application: Application = {
  id: "shop",
  name: "Shop",
  type: "web",
  enabled: true,
  redirectUris: ["https://shop.example/cb"],
  postLogoutRedirectUris: ["https://shop.example/bye"],
  requirePkce: false,
  firstParty: false,
  delegated: [],
  idTokenAlgorithm: "ES256",
  idTokenClaims: "profile",
  requirePushedRequests: false,
  requireSignedRequestObject: false,
  clientAssertionMaxLifetimeSeconds: 300,
  serves: [],
};

test("only a registered address is trusted, for what it was registered for", () => {
  assert.equal(trustRedirect(application, "https://shop.example/cb")?.uri, "https://shop.example/cb");
  assert.equal(trustRedirect(application, "https://shop.example/bye"), undefined);
  assert.equal(trustLogoutRedirect(application, "https://shop.example/bye")?.uri, "https://shop.example/bye");
  assert.equal(trustLogoutRedirect(application, "https://shop.example/cb"), undefined);
});

test("a redirect comes back from its record as it was", () => {
  const redirect = trustRedirect(application, "https://shop.example/cb")?.with({
    mode: "form_post",
    state: "s/1 ",
  });
  assert.ok(redirect);
  const text = JSON.stringify(redirect);
  assert.deepEqual(JSON.parse(text), {
    applicationId: "shop",
    uri: "https://shop.example/cb",
    mode: "form_post",
    state: "s/1 ",
  });
  assert.deepEqual(JSON.stringify(restoreRedirect(JSON.parse(text))), text);
});

test("plain data is no redirect", () => {
  const record = { applicationId: "shop", uri: "https://attacker.example/", mode: "query" } as const;
  // @ts-expect-error: the compiler refuses what no maker made.
  const posing: TrustedRedirect = record;
  // @ts-expect-error: nor does a copy of one count.
  const copied: TrustedRedirect = { ...restoreRedirect(record), uri: record.uri };
  assert.ok(posing && copied);
});
