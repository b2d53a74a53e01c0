import assert from "node:assert/strict";
import { test } from "node:test";
import type { GrantedScope } from "@licet/engine/internal/decide-scopes.ts";
import type { Application, DelegatedScope, RedirectRegistration } from "../../accounts/entities.ts";
import type { ConsentItem } from "../consent.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { createOffer } from "./offer.ts";
import { restoreRedirect } from "./trusted-redirect.ts";

const NOW = 1_800_000_000;

const application = (members: Partial<Application> = {}): Application => ({
  id: "shop",
  name: "The shop",
  type: "web",
  enabled: true,
  redirectUris: ["https://shop.example/cb"],
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
  ...members,
});

const request = (members: Partial<AuthorizationRequest> = {}): AuthorizationRequest => ({
  redirect: restoreRedirect({ applicationId: "shop", uri: "https://shop.example/cb", mode: "query" }),
  scope: "",
  resources: [],
  prompts: [],
  uiLocales: [],
  ...members,
});

/** The scopes that the engine would grant, with their consent mode of the registration. */
const DELEGATED: readonly DelegatedScope[] = [
  { scope: "openid", consent: "implicit" },
  { scope: "orders:read", consent: "required" },
  { scope: "orders:*", consent: "optional" },
];
const granted = (...scopes: string[]): readonly GrantedScope[] =>
  scopes.map((scope) => {
    if (!scope.includes(":")) return { scope };
    const permission = { name: scope, action: "", description: {}, patterns: [scope, "orders:*"] };
    return { scope, held: { permission, via: {} as never } };
  });
const said = (scope: string, agreed: boolean, expiresAt = NOW + 1, revision = 7): ConsentItem => ({
  scope,
  agreed,
  revision,
  decidedAt: NOW - 1,
  expiresAt,
});

const ADDRESS: RedirectRegistration = { address: "https://shop.example/cb", revision: 7, at: NOW - 9 };

const offerOf = (
  scopes: readonly string[],
  remembered: readonly ConsentItem[] = [],
  given: {
    readonly application?: Application;
    readonly request?: AuthorizationRequest;
    readonly address?: RedirectRegistration;
  } = {},
) => {
  const owner = given.application ?? application({ delegated: DELEGATED });
  const asked = { request: given.request ?? request(), address: given.address ?? ADDRESS };
  const offer = createOffer(owner, asked, granted(...scopes), remembered, NOW);
  return {
    asked: offer.asked.map(({ scope, consent }) => `${scope} ${consent}`),
    settled: offer.settled.map(({ scope }) => scope),
    newAddress: offer.newAddress,
  };
};

test("required and optional items are asked for, implicit ones are not", () => {
  const { asked, settled } = offerOf(["openid", "orders:read", "orders:write"]);
  assert.deepEqual(asked, ["orders:read required", "orders:write optional"]);
  assert.deepEqual(settled, ["openid"]);
});

test("an item that was agreed to is not asked again; a wider request asks only for new items", () => {
  const { asked, settled } = offerOf(["orders:read", "orders:write"], [said("orders:read", true)]);
  assert.deepEqual(asked, ["orders:write optional"]);
  assert.deepEqual(settled, ["orders:read"]);
});

test("who agreed to a permission at every instance is not asked again about one of them, and not the other way", () => {
  const wide = [said("orders:write", true)];
  const { asked, settled } = offerOf(["orders:eu:write", "orders:eu:north:write", "orders:eu:read"], wide);
  assert.deepEqual(settled, ["orders:eu:write", "orders:eu:north:write"]);
  assert.deepEqual(asked, ["orders:eu:read optional"], "another action is another permission");
  const narrow = [said("orders:eu:write", true)];
  assert.deepEqual(offerOf(["orders:write", "orders:us:write"], narrow).settled, []);
  assert.deepEqual(offerOf(["stock:eu:write"], wide).settled, [], "another resource");
});

test("a wider answer counts only when it agreed, has not expired, and nothing was said about the instance", () => {
  const one = ["orders:eu:write"];
  assert.deepEqual(offerOf(one, [said("orders:write", false)]).asked, ["orders:eu:write optional"]);
  assert.deepEqual(offerOf(one, [said("orders:write", true, NOW)]).asked, ["orders:eu:write optional"]);
  const declined = offerOf(one, [said("orders:write", true), said("orders:eu:write", false)]);
  assert.deepEqual([declined.asked, declined.settled], [[], []]);
  const again = { request: request({ prompts: ["consent"] }) };
  assert.deepEqual(offerOf(one, [said("orders:write", true)], again).settled, []);
});

test("a wider answer from before an address was registered does not count there, and the user learns why", () => {
  const newer = { ...ADDRESS, revision: 8 };
  const { settled, newAddress } = offerOf(["orders:eu:write"], [said("orders:write", true)], {
    address: newer,
  });
  assert.deepEqual(settled, []);
  assert.equal(newAddress, newer);
});

test("an item that was unticked stays out and is not asked again, unless it has become required", () => {
  const { asked, settled } = offerOf(["orders:write"], [said("orders:write", false)]);
  assert.deepEqual([asked, settled], [[], []]);
  assert.deepEqual(offerOf(["orders:read"], [said("orders:read", false)]).asked, ["orders:read required"]);
});

test("an answer that has expired counts no more", () => {
  const { asked } = offerOf(["orders:read"], [said("orders:read", true, NOW)]);
  assert.deepEqual(asked, ["orders:read required"]);
});

test("prompt=consent asks for everything again, also of a first-party application", () => {
  const wish = { request: request({ prompts: ["consent"] }) };
  const scopes = ["openid", "orders:read"];
  assert.deepEqual(offerOf(scopes, [said("orders:read", true)], wish).settled, []);
  const own = application({ delegated: DELEGATED, firstParty: true });
  assert.deepEqual(offerOf(scopes, [], { application: own, ...wish }).settled, []);
});

test("a first-party application asks for nothing", () => {
  const own = application({ delegated: DELEGATED, firstParty: true });
  assert.deepEqual(offerOf(["orders:read", "orders:write"], [], { application: own }).asked, []);
});

test("items of OpenID Connect need no entry: signing in is part of the deal, the rest may be left out", () => {
  const { asked } = offerOf(["openid", "profile", "offline_access"], [], { application: application() });
  assert.deepEqual(asked, ["openid required", "profile optional", "offline_access optional"]);
});

test("RFC 8252 §8.6: a public client on the user's own machine is asked about every time", () => {
  const remembered = [said("orders:read", true)];
  for (const [type, uri, asks] of [
    ["native", "http://127.0.0.1:5000/cb", true],
    ["native", "com.example.app:/cb", true],
    ["spa", "http://localhost:3000/cb", true],
    ["native", "https://app.example/cb", false],
    ["spa", "https://shop.example/cb", false],
    ["web", "http://127.0.0.1:4000/cb", false],
  ] as const) {
    const owner = application({ delegated: DELEGATED, type });
    const from = request({ redirect: restoreRedirect({ applicationId: "shop", uri, mode: "query" }) });
    const { asked } = offerOf(["orders:read"], remembered, { application: owner, request: from });
    assert.equal(asked.length === 1, asks, `${type} ${uri}`);
  }
});

test("consent from before an address was registered does not count there, and the user learns why", () => {
  const newer = { ...ADDRESS, revision: 8 };
  const remembered = [said("orders:read", true), said("orders:write", false)];
  const scopes = ["openid", "orders:read", "orders:write"];
  const known = offerOf(scopes, remembered);
  assert.deepEqual([known.asked, known.newAddress], [[], undefined]);
  const { asked, settled, newAddress } = offerOf(scopes, remembered, { address: newer });
  assert.deepEqual(asked, ["orders:read required", "orders:write optional"]);
  assert.deepEqual(settled, ["openid"]);
  assert.equal(newAddress, newer);
  const once = offerOf(scopes, [said("orders:read", true, NOW + 1, 8)], { address: newer });
  assert.deepEqual(once.settled, ["openid", "orders:read"]);
  assert.equal(once.newAddress, undefined);
});

test("a user who agreed to nothing before, or long ago, is simply asked", () => {
  const newer = { ...ADDRESS, revision: 8 };
  for (const remembered of [[], [said("orders:read", false)], [said("orders:read", true, NOW)]])
    assert.equal(offerOf(["orders:read"], remembered, { address: newer }).newAddress, undefined);
});
