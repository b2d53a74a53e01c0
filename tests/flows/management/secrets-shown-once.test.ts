import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readContract } from "../../support/api-contract.ts";
import type { OpenApiResponse } from "../../support/openapi-document.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Caller, createCaller } from "./api-client.ts";
import { SHOP_STATE } from "./shop-state.ts";

let licet: RunningLicet;
let api: Caller;
before(async () => {
  licet = await startLicet({ state: SHOP_STATE });
  api = await createCaller(licet, "admin");
});
after(() => licet.stop());

const APPLICATION = "/applications/{client_id}";
const ACCOUNT = `${APPLICATION}/access-accounts/{access_key}`;
const CREATIONS_OF_SECRETS: readonly (readonly [
  method: string,
  path: string,
  at: string,
  member: string,
  body: object,
])[] = [
  ["POST", "/applications", "/applications", "client_secret", { type: "service" }],
  ["PUT", APPLICATION, "/applications/first", "client_secret", { type: "service", name: "First" }],
  [
    "POST",
    `${APPLICATION}/secrets`,
    "/applications/first/secrets",
    "client_secret",
    { expires_at: "2099-01-01T00:00:00Z" },
  ],
  [
    "POST",
    `${APPLICATION}/access-accounts`,
    "/applications/first/access-accounts",
    "secret_key",
    { name: "Laptop" },
  ],
  [
    "PUT",
    ACCOUNT,
    "/applications/first/access-accounts/ak_first",
    "secret_key",
    { ceiling: ["licet:roles.read"] },
  ],
  ["POST", `${ACCOUNT}/secrets`, "/applications/first/access-accounts/ak_first/secrets", "secret_key", {}],
];

test("the answer to the creation of a secret has it, and the OpenAPI document describes it", async () => {
  const { document, findProblems } = await readContract(licet.url);
  for (const [method, path, at, member, body] of CREATIONS_OF_SECRETS) {
    const answer = await api(method, at, body);
    assert.equal(answer.status, 201, answer.text);
    assert.equal(typeof answer.body[member], "string", path);
    const operation = document.paths[`/api/v1${path}`]?.[method.toLowerCase()];
    const response = operation?.responses["201"] as OpenApiResponse;
    const schema = response.content?.["application/json"]?.schema ?? {};
    assert.equal(findProblems(schema, answer.body), "", `${method} ${path}`);
    // The document is exact: an answer has no member that it does not describe.
    assert.match(findProblems(schema, { ...answer.body, surprise: 1 }), /additional properties/, path);
  }
});
