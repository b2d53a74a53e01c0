import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Answer, createCaller, fetchTokenOf, send } from "./api-client.ts";
import { SHOP_STATE } from "./shop-state.ts";

let licet: RunningLicet;
let api: string;
before(async () => {
  licet = await startLicet({
    state: `${SHOP_STATE}  - { principal: application:clerk-app, permission: orders:read }
  - { principal: application:clerk-app, permission: licet:users.read }`,
  });
  api = `${licet.url}/api/v1`;
});
after(() => licet.stop());

const CHALLENGE = 'Bearer realm="licet", error="invalid_token"';
function assertUnauthenticated({ status, headers, body }: Answer, detail: string): void {
  assert.equal(status, 401);
  assert.equal(headers.get("www-authenticate"), CHALLENGE);
  assert.deepEqual([body.type, body.detail], ["urn:licet:problem:unauthenticated", detail]);
}
const askWith = (token: string) =>
  send(licet, "GET", "/roles", undefined, { authorization: `Bearer ${token}` });

test("a token for another API says what it is for, and what to ask for", async () => {
  const token = await fetchTokenOf(licet, "clerk-app", "orders:read licet:roles.read");
  assertUnauthenticated(
    await askWith(token),
    `this access token is for https://orders.example.test, not for ${api}, the API of Licet itself; licet:roles.read needs a token of its own: it was not asked for, or it was refused and scope_rejected of the token response names it`,
  );
});

test("a token for which everything was refused says that it carries nothing", async () => {
  for (const clientId of ["clerk-app", "target"]) {
    const token = await fetchTokenOf(licet, clientId, "licet:roles.read");
    assertUnauthenticated(
      await askWith(token),
      "this access token carries no scope at all; licet:roles.read needs a token of its own: it was not asked for, or it was refused and scope_rejected of the token response names it",
    );
  }
});

test("a token without this permission says that it was refused or not asked for", async () => {
  const clerk = await createCaller(licet, "clerk-app", "licet:users.read licet:roles.read");
  const { status, headers, body } = await clerk("GET", "/roles");
  assert.equal(status, 403);
  assert.match(
    headers.get("www-authenticate") ?? "",
    /error="insufficient_scope", scope="licet:roles\.read"$/,
  );
  assert.deepEqual(body.lacking, ["licet:roles.read"]);
  assert.equal(
    body.detail,
    "the access token does not carry licet:roles.read: it was not asked for, or it was refused and scope_rejected of the token response names it",
  );
});

test("a permission that was taken away since is said to be", async () => {
  const admin = await createCaller(licet, "admin");
  await licet.apply("assignments: [{ principal: application:second, permission: licet:roles.read }]");
  const second = await createCaller(licet, "second", "licet:roles.read");
  assert.equal((await second("GET", "/roles")).status, 200);
  const { items } = (await admin("GET", "/assignments?principal=application:second")).body;
  assert.equal((await admin("DELETE", `/assignments/${items[0].id}`)).status, 204);
  const { status, body } = await second("GET", "/roles");
  assert.equal(status, 403);
  assert.equal(
    body.detail,
    "the access token was issued with licet:roles.read, which is not granted any more",
  );
});

test("of any other token nothing is said but that it is not valid", async () => {
  const detail = "the access token is not valid: it has expired, was revoked, or is not one of ours";
  const [head, claims, signature] = (await fetchTokenOf(licet, "clerk-app", "orders:read")).split(".");
  assertUnauthenticated(await askWith("abc"), detail);
  assertUnauthenticated(await askWith(`${head}.${claims}.${signature?.toUpperCase()}`), detail);
  const forged = Buffer.from(JSON.stringify({ aud: "https://evil.test" })).toString("base64url");
  assertUnauthenticated(await askWith(`${head}.${forged}.${signature}`), detail);
});

test("AuthZEN says the same", async () => {
  const token = await fetchTokenOf(licet, "clerk-app", "orders:read");
  const response = await fetch(`${licet.url}/access/v1/evaluation`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: "{}",
  });
  assert.equal(response.status, 401);
  const { detail } = (await response.json()) as { detail: string };
  assert.match(detail, /^this access token is for https:\/\/orders\.example\.test, not for /);
});
