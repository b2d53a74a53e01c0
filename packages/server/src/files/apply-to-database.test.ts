import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { checkCondition } from "@licet/engine/internal/conditions/compile-condition.ts";
import { ConflictError } from "../core/errors/errors.ts";
import { actor, dependencies } from "../directory/testing/apply.ts";
import { testHashName } from "../directory/testing/hash-name.ts";
import { openStorage, type Storage } from "../storage/open-storage.ts";
import { applyConfigurationFile } from "./apply-configuration-file.ts";
import { formatSummary } from "./format-summary.ts";

async function withDatabase(story: (storage: Storage) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "licet-state-"));
  const storage = await openStorage({
    databaseUrl: `sqlite:${join(folder, "licet.db")}`,
    clock: dependencies.clock,
    hashName: testHashName,
  });
  try {
    await story(storage);
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true });
  }
}

const applyTo = ({ state }: Storage, text: string) =>
  applyConfigurationFile({
    text,
    fileName: "state.yaml",
    store: state,
    actor,
    dependencies: { ...dependencies, checkCondition },
  });

test("the demo file, with real conditions and a real database, applies once and then changes nothing", async () => {
  const demo = readFileSync(new URL("../../../../examples/demo.yaml", import.meta.url), "utf8");
  await withDatabase(async (storage) => {
    const first = await applyTo(storage, demo);
    assert.deepEqual(first.warnings, []);
    const second = await applyTo(storage, demo);
    assert.deepEqual(formatSummary(second.summary), [`= ${first.summary.length} unchanged`]);
    assert.equal(second.revision, first.revision);
  });
});

test("every kind of value comes back from the database as it went in", async () => {
  const text = `
resources:
  - name: constructor
    identifier: urn:example:constructor
    signing_alg: RS256
    access_token_type: JWT
    actions: { b: { description: { pt-BR: x, en: y } }, a: { description: z } }
    instances: [{ id: a/b, parent: c, attributes: { z: [1, -0, 1.5e300, null, { b: 1, a: 2 }], a: "\\u2028" } }]
roles: [{ name: r, description: d, grants: [{ permission: "constructor:*", when: 'request.ip == "10.0.0.1"' }, constructor:b] }]
groups: [{ name: g, description: d, members: [group:h, user:ä] }, { name: h }]
users: [{ username: ä, name: Ä, email: a@b.test, attributes: {}, enabled: false }]
applications:
  - name: Generated
    type: native
    redirect_uris: [com.example.app:/x]
    first_party: true
    id_token_signed_response_alg: ES256
    id_token_claims: minimal
    require_pushed_authorization_requests: true
  - client_id: keys
    type: web
    enabled: false
    token_endpoint_auth_method: private_key_jwt
    jwks: { keys: [{ kty: EC, crv: P-256, x: a, y: b }] }
    require_signed_request_object: true
    client_assertion_max_lifetime: 3600
    post_logout_redirect_uris: [https://a.test/out]
    serves: [constructor]
    home_page: https://a.test/
    backchannel_logout_uri: https://shop.example.test/out
    access_accounts: [{ name: laptop, ceiling: [], enabled: false, expires_at: 2030-01-01T00:00:00Z }, { access_key: ak_x, ceiling: ["constructor:*"] }]
assignments:
  - { principal: group:g, role: r, at: constructor/a/b, when: 'subject.id != ""', expires_at: 2030-01-01T00:00:00Z }
  - { principal: access_account:laptop, permission: "constructor:*" }
`;
  await withDatabase(async (storage) => {
    const first = await applyTo(storage, text);
    assert.equal(first.secrets.length, 2);
    const second = await applyTo(storage, text);
    assert.deepEqual(formatSummary(second.summary), [`= ${first.summary.length} unchanged`]);
    const smaller = await applyTo(storage, "groups: [{ name: g, members: [group:h] }]");
    assert.deepEqual(formatSummary(smaller.summary), ["~ group g (description, members)"]);
  });
});

test("two files at once are both applied in full", async () => {
  await withDatabase(async (storage) => {
    const files = ["a", "b", "c"].map(
      (name) => `roles: [{ name: ${name} }]\nusers: [{ username: ${name}, password: p }]`,
    );
    await Promise.all(files.map((text) => applyTo(storage, text)));
    assert.deepEqual((await storage.state.list("user")).map(({ username }) => username).toSorted(), [
      "a",
      "b",
      "c",
    ]);
  });
});

const BURST_WRITES = 5;

test("an apply waits until a burst of other writes has passed", async () => {
  await withDatabase(async (storage) => {
    const { state } = storage;
    let writes = 0;
    // During the burst, another writer commits after each read of the revision.
    const contended: Storage["state"] = {
      ...state,
      async revision() {
        const revision = await state.revision();
        if (writes === BURST_WRITES) return revision;
        writes += 1;
        const value = { name: `conflicting-${writes}`, inherits: [], grants: [] };
        await state.commit([{ op: "put", kind: "role", value }], actor);
        return revision;
      },
    };
    await applyTo({ ...storage, state: contended }, "users: [{ username: a }]");
    assert.equal(writes, BURST_WRITES, "it was overtaken");
    assert.equal((await state.list("user")).length, 1);
  });
});

test("an email that another user has is a conflict, and nothing is written", async () => {
  await withDatabase(async (storage) => {
    await applyTo(storage, "users: [{ username: a, email: x@y.test }]");
    await assert.rejects(
      applyTo(storage, "roles: [{ name: r }]\nusers: [{ username: b, email: x@y.test }]"),
      ConflictError,
    );
    assert.deepEqual(await storage.state.list("role"), []);
  });
});

test("a wrong condition is reported with its position in the file", async () => {
  await withDatabase(async (storage) => {
    const text =
      "permissions: [{ name: p, description: x }]\nroles:\n  - name: r\n    grants: [{ permission: p, when: 'request.tyme > 1' }]";
    await assert.rejects(
      applyTo(storage, text),
      /^InvalidInputError: state\.yaml:4:\d+ roles\[0\]\.grants\[0\]\.when: /,
    );
  });
});
