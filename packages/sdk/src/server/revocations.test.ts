import assert from "node:assert/strict";
import { test } from "node:test";
import { UsageError } from "../common/usage-error.ts";
import { createRevocationSet } from "./revocation-set.ts";
import { followRevocations } from "./revocations.ts";

const TOKEN = { jti: "dlg_1.abc", sub: "usr_1", client_id: "ak_1", azp: "shop", iat: 100 };

test("a token is revoked by its jti, its delegation, its subject, its client or its application", () => {
  const entries = [
    { kind: "token", id: "dlg_1.abc", until: 200 },
    { kind: "delegation", id: "dlg_1", until: 200 },
    ...["usr_1", "ak_1", "shop"].map((id) => ({ kind: "subject", id, issued_before: 100, until: 200 })),
  ];
  for (const entry of entries) {
    const set = createRevocationSet();
    assert.equal(set.isRevoked(TOKEN), false);
    set.add(entry);
    assert.equal(set.isRevoked(TOKEN), true, JSON.stringify(entry));
    assert.equal(set.isRevoked({ jti: "dlg_2.abc", sub: "usr_2", client_id: "desk", iat: 1 }), false);
    set.prune(199);
    assert.equal(set.isRevoked(TOKEN), true);
    set.prune(200);
    assert.deepEqual([set.isRevoked(TOKEN), set.size], [false, 0]);
  }
});

test("a subject's later tokens are valid, and the latest revocation counts in any order", () => {
  const set = createRevocationSet();
  set.add({ kind: "subject", id: "shop", issued_before: 100, until: 300 });
  set.add({ kind: "subject", id: "shop", issued_before: 50, until: 200 });
  assert.equal(set.isRevoked(TOKEN), true);
  assert.equal(set.isRevoked({ ...TOKEN, iat: 101 }), false);
  for (const iat of [undefined, "101", Number.NaN]) assert.equal(set.isRevoked({ ...TOKEN, iat }), true);
  set.prune(250);
  assert.equal(set.isRevoked(TOKEN), true);
});

test("an entry that is not understood is an error: it may revoke any token", () => {
  const set = createRevocationSet();
  const entries = [{}, { kind: "token", id: "x" }, { kind: "subject", id: "x", until: 1 }];
  for (const entry of [...entries, { kind: "later", id: "x", until: 1 }])
    assert.throws(() => set.add(entry), /revocation/);
});

test("options that cannot work are refused at once, with what to write", () => {
  const options = { issuer: "https://auth.example.test", clientId: "api", clientSecret: "secret" };
  const cases = {
    issuer: { issuer: "auth.example.test" },
    clientId: { clientId: "" },
    clientSecret: { clientSecret: "" },
    maxAgeMilliseconds: { maxAgeMilliseconds: 0 },
    maxRevocations: { maxRevocations: 0.5 },
  };
  for (const [name, wrong] of Object.entries(cases))
    assert.throws(
      () => followRevocations({ ...options, ...wrong }),
      (error) => error instanceof UsageError && error.message.startsWith(`${name}: `),
    );
});
