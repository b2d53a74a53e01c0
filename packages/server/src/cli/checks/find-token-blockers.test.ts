import assert from "node:assert/strict";
import { test } from "node:test";
import type { Application, Client } from "../../accounts/entities.ts";
import { findTokenBlockers } from "./find-token-blockers.ts";

const NOW = 1_800_000_000;
const application: Application = {
  id: "reports",
  name: "Reports",
  type: "service",
  enabled: true,
  redirectUris: [],
  postLogoutRedirectUris: [],
  requirePkce: false,
  firstParty: false,
  delegated: [],
  idTokenAlgorithm: "RS256",
  idTokenClaims: "profile",
  requirePushedRequests: false,
  requireSignedRequestObject: false,
  clientAssertionMaxLifetimeSeconds: 300,
  serves: [],
  jwks: { keys: [] },
};
const client: Client = { id: "reports", application, secrets: [], redirects: [] };
const find = (given: Partial<Client>) =>
  findTokenBlockers({ ...client, ...given }, NOW, undefined, (...words) => `licet ${words.join(" ")}`);

test("an application with keys needs no secret", () => {
  assert.deepEqual(find({}), []);
});

test("an access account needs a live secret, because the keys belong to its application", () => {
  const accessAccount = {
    accessKey: "ak_x",
    applicationId: "reports",
    enabled: true,
  } as NonNullable<Client["accessAccount"]>;
  assert.match(find({ id: "ak_x", accessAccount }).join(), /ak_x has no live secret/);
});

test("an application that must use its secret needs a live one, even with keys", () => {
  const registered = { ...application, authenticationMethod: "client_secret_basic" as const };
  assert.match(find({ application: registered }).join(), /reports has no live secret/);
});
