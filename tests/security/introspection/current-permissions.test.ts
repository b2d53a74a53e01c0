import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Change } from "../../../packages/server/src/directory/change.ts";
import { ORDERS_API, SHOP } from "../../support/shop.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { assertInactive, introspect, issueToken } from "../issue-token.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: SHOP });
});
after(() => licet.stop());

let last = 0;
/** An application with an access key, both holding orders:read and orders:write by two assignments. */
async function createWorker() {
  const name = `worker-${++last}`;
  const application = { client_id: name, client_secret: `${name}-secret-secret-secret-secret-secret` };
  const key = { client_id: `ak_${name}`, client_secret: `ak-${name}-secret-secret-secret-secret` };
  await licet.apply(`applications:
  - client_id: ${name}
    client_secret: ${application.client_secret}
    name: ${name}
    type: service
    access_accounts: [{ access_key: ${key.client_id}, secret_key: ${key.client_secret} }]
assignments:
  - { principal: application:${name}, permission: orders:read }
  - { principal: application:${name}, permission: orders:write }`);
  return { name, application, key };
}

const commit = (...changes: Change[]) =>
  licet.services.storage.state.commit(changes, { name: "test", at: Date.now() });

async function getAssignment(principal: string, permission: string) {
  const assignments = await licet.services.storage.state.list("assignment");
  const found = assignments.find((one) => one.principal === principal && one.permission === permission);
  assert.ok(found, `${permission} of ${principal}`);
  return found;
}

async function getStored<K extends "application" | "access_account">(kind: K, id: string) {
  const value = await licet.services.storage.state.find(kind, id);
  assert.ok(value);
  return value;
}

const seenScope = async (token: string) => (await introspect(licet, token, ORDERS_API)).body.scope;

describe("RFC 7662 §2.2: scope is what the holder still has", () => {
  test("an assignment that is deleted takes its scope with it, for the application and its key", async () => {
    const { name, application, key } = await createWorker();
    const tokens = await Promise.all(
      [application, key].map((caller) => issueToken(licet, caller, "orders:read orders:write")),
    );
    const assignment = await getAssignment(`application:${name}`, "orders:write");
    await commit({ op: "delete", kind: "assignment", value: assignment });
    for (const token of tokens) assert.equal(await seenScope(token), "orders:read");
    await commit({ op: "put", kind: "assignment", value: assignment });
    for (const token of tokens) assert.equal(await seenScope(token), "orders:read orders:write");
  });

  test("an assignment that ends, and one whose condition fails, take their scope with them", async () => {
    const { name, application } = await createWorker();
    const token = await issueToken(licet, application, "orders:read orders:write");
    const read = await getAssignment(`application:${name}`, "orders:read");
    const write = await getAssignment(`application:${name}`, "orders:write");
    const past = Math.floor(Date.now() / 1000) - 1;
    await commit({ op: "put", kind: "assignment", value: { ...write, expiresAt: past } });
    assert.equal(await seenScope(token), "orders:read");
    await commit({ op: "put", kind: "assignment", value: { ...read, when: "1 == 2" } });
    const { body } = await introspect(licet, token, ORDERS_API);
    assert.equal(body.active, true);
    assert.equal(body.scope, "");
  });

  test("a condition on the client is asked again with the client as it is now", async () => {
    const { name, application } = await createWorker();
    await licet.apply(
      `assignments: [{ principal: application:${name}, permission: orders:refund, when: 'client.name == "${name}"' }]`,
    );
    const token = await issueToken(licet, application, "orders:refund");
    assert.equal(await seenScope(token), "orders:refund");
    const stored = await getStored("application", name);
    await commit({ op: "put", kind: "application", value: { ...stored, name: "renamed" } });
    assert.equal(await seenScope(token), "");
  });

  test("a key whose ceiling was lowered keeps what is below it", async () => {
    const { key } = await createWorker();
    const token = await issueToken(licet, key, "orders:read orders:write");
    const account = await getStored("access_account", key.client_id);
    await commit({ op: "put", kind: "access_account", value: { ...account, ceiling: ["orders:read"] } });
    assert.equal(await seenScope(token), "orders:read");
  });

  test("more permissions than the token was issued with do not appear", async () => {
    const { application } = await createWorker();
    const token = await issueToken(licet, application, "orders:read");
    assert.equal(await seenScope(token), "orders:read");
  });
});

describe("RFC 7662 §2.2: a holder that may no longer act has no active tokens, at once", () => {
  test("a disabled application: its tokens and those of its keys; enabled again they live", async () => {
    const { name, application, key } = await createWorker();
    const tokens = await Promise.all(
      [application, key].map((caller) => issueToken(licet, caller, "orders:read")),
    );
    const stored = await getStored("application", name);
    await commit({ op: "put", kind: "application", value: { ...stored, enabled: false } });
    for (const token of tokens) await assertInactive(licet, token, ORDERS_API);
    await commit({ op: "put", kind: "application", value: stored });
    for (const token of tokens) assert.equal(await seenScope(token), "orders:read");
  });

  test("a disabled, expired or deleted key: its tokens and not its application's", async () => {
    for (const end of ["disabled", "expired", "deleted"] as const) {
      const { application, key } = await createWorker();
      const ofApplication = await issueToken(licet, application, "orders:read");
      const ofKey = await issueToken(licet, key, "orders:read");
      const account = await getStored("access_account", key.client_id);
      if (end === "disabled")
        await commit({ op: "put", kind: "access_account", value: { ...account, enabled: false } });
      if (end === "expired")
        await commit({ op: "put", kind: "access_account", value: { ...account, expiresAt: 1 } });
      if (end === "deleted") await commit({ op: "delete", kind: "access_account", value: account });
      await assertInactive(licet, ofKey, ORDERS_API);
      assert.equal(await seenScope(ofApplication), "orders:read", end);
    }
  });

  test("a deleted application", async () => {
    const { name, application } = await createWorker();
    const token = await issueToken(licet, application, "orders:read");
    await commit({ op: "delete", kind: "application", value: await getStored("application", name) });
    await assertInactive(licet, token, ORDERS_API);
  });

  test("a disabled caller learns nothing at all", async () => {
    const { name, application } = await createWorker();
    const token = await issueToken(licet, application, "orders:read");
    const stored = await getStored("application", name);
    await commit({ op: "put", kind: "application", value: { ...stored, enabled: false } });
    const { status, body } = await introspect(licet, token, application);
    assert.equal(status, 401);
    assert.equal(body.error, "invalid_client");
  });
});
