import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Caller, createCaller, secretOf } from "./api-client.ts";
import { SHOP_STATE } from "./shop-state.ts";

let licet: RunningLicet;
let api: Caller;
before(async () => {
  licet = await startLicet({ readsLog: true, state: SHOP_STATE });
  await licet.apply("assignments: [{ principal: application:second, permission: 'licet:*' }]");
  api = await createCaller(licet, "admin");
});
after(() => licet.stop());

const key = (name: string) => ({ "idempotency-key": name });

test("a request sent twice has one effect and one answer, the secret included", async () => {
  const body = { name: "Once", type: "service" };
  const first = await api("POST", "/applications", body, key("once"));
  const second = await api("POST", "/applications", body, key("once"));
  assert.equal(first.status, 201);
  assert.equal(second.status, 201);
  assert.deepEqual(second.body, first.body);
  assert.equal(second.headers.get("etag"), first.headers.get("etag"));
  const { body: found } = await api("GET", "/applications?search=once");
  assert.equal(found.items.length, 1);
});

test("the same key with another body, or on another path, is told apart", async () => {
  await api("POST", "/roles", { name: "keyed" }, key("k"));
  const other = await api("POST", "/roles", { name: "keyed2" }, key("k"));
  assert.equal(other.status, 422);
  assert.equal(other.body.type, "urn:licet:problem:idempotency_mismatch");
  assert.equal((await api("POST", "/groups", { name: "keyed" }, key("k"))).status, 422);
  assert.equal((await api("GET", "/roles/keyed2")).status, 404);
});

test("keys belong to their caller", async () => {
  const other = await createCaller(licet, "second");
  assert.equal((await api("POST", "/roles", { name: "a1" }, key("shared"))).status, 201);
  const theirs = await other("POST", "/roles", { name: "a2" }, key("shared"));
  assert.equal(theirs.status, 201);
  assert.equal(theirs.body.name, "a2");
});

test("a refused request had no effect, and its key is free again", async () => {
  assert.equal((await api("POST", "/roles", { name: "viewer" }, key("free"))).status, 409);
  assert.equal((await api("POST", "/roles", { name: "free" }, key("free"))).status, 201);
});

test("of many at once exactly one has an effect; the others get its answer or are told to wait", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      api("POST", "/applications", { name: "Race", type: "service" }, key("race")),
    ),
  );
  const made = answers.filter(({ status }) => status === 201);
  assert.ok(made.length >= 1);
  assert.equal(new Set(made.map(({ body }) => body.client_id)).size, 1);
  assert.ok(answers.every(({ status }) => status === 201 || status === 409));
  assert.equal((await api("GET", "/applications?search=race")).body.items.length, 1);
});

test("a key that is none is refused", async () => {
  for (const value of ["", "with space", "x".repeat(256)]) {
    assert.equal((await api("POST", "/roles", { name: "nope" }, key(value))).status, 400, value);
  }
  assert.equal((await api("GET", "/roles/nope")).status, 404);
});

test("no password or secret of a request with an idempotency key is readable in its stored answer or in the log", async () => {
  const password = "a password that nobody may read";
  await api("POST", "/users", { username: "quiet", password }, key("quiet"));
  const { body } = await api("POST", "/applications", { name: "Quiet", type: "service" }, key("quiet-app"));
  const rows = await runSql(licet.database.url, "select * from idempotency_keys");
  assert.ok(rows.length >= 2);
  const stored = JSON.stringify(rows.map((row) => Object.values(row).map(String)));
  for (const secret of [password, body.client_secret, secretOf("admin")]) {
    assert.ok(!stored.includes(secret), "in the database");
    assert.ok(!licet.logged().includes(secret), "in the log");
  }
});
