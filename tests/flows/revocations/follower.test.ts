// @engine both: the follower reads another node on PostgreSQL.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import {
  type AccessTokenClaims,
  createVerifier,
  followRevocations,
  type RevocationOptions,
  type Revocations,
} from "../../../packages/sdk/src/server/index.ts";
import { issueToken } from "../../security/issue-token.ts";
import { createTestDatabase, type TestDatabase } from "../../support/databases.ts";
import { decodeClaims } from "../../support/sign-in.ts";
import { ENGINE, postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { untilKnown } from "../../support/until-known.ts";

const CALLER = { client_id: "caller", client_secret: "the-secret-of-the-caller-is-long-enough" };
const SERVER = { client_id: "orders-server", client_secret: "a secret/of the+server: long enough, 100%" };
const WORLD = `
resources:
  - { name: orders, identifier: https://orders.example.test, actions: { read: { description: See orders } } }
applications:
  - { client_id: ${CALLER.client_id}, client_secret: ${CALLER.client_secret}, name: Caller, type: service }
  - { client_id: ${SERVER.client_id}, client_secret: "${SERVER.client_secret}", name: Server, type: service, serves: [orders] }
assignments:
  - { principal: application:caller, permission: orders:read }
`;

let database: TestDatabase;
let one: RunningLicet;
/** Another node on PostgreSQL. On SQLite, which has only one node, it is the same. */
let two: RunningLicet;
before(async () => {
  database = await createTestDatabase(ENGINE);
  one = await startLicet({ state: WORLD, database });
  two = ENGINE === "postgres" ? await startLicet({ state: "", database, baseUrl: one.url }) : one;
});
after(async () => {
  await one.stop();
  if (two !== one) await two.stop();
  await database.drop();
});

const follow = (node: Pick<RunningLicet, "url">, more: Partial<RevocationOptions> = {}) =>
  followRevocations({
    issuer: node.url,
    clientId: SERVER.client_id,
    clientSecret: SERVER.client_secret,
    ...more,
  });

const issue = async () => {
  const token = await issueToken(one, CALLER, "orders:read");
  return { token, claims: decodeClaims(token) as unknown as AccessTokenClaims };
};
const revoke = (node: RunningLicet, token: string) =>
  postForm(`${node.url}/oidc/revoke`, { ...CALLER, token });

const isUp = (followed: Revocations) => untilKnown(async () => followed.isCurrent());

test("a token that is revoked at one node is refused by a follower of another", async () => {
  const followed = follow(two);
  try {
    await isUp(followed);
    const { token, claims } = await issue();
    const other = await issue();
    assert.equal(followed.isRevoked(claims), false);
    await revoke(one, token);
    await untilKnown(async () => followed.isRevoked(claims));
    assert.equal(followed.isRevoked(other.claims), false);
    await isUp(followed);
  } finally {
    followed.close();
  }
  assert.equal(followed.isCurrent(), false, "closed");
});

test("a verifier that follows refuses a revoked token, and every token when it has heard nothing", async () => {
  let isAway = false;
  let cut = () => {};
  const revocations = follow(two, {
    fetch: (input, init) => {
      if (isAway) return Promise.reject(new Error("away"));
      const connection = new AbortController();
      cut = () => connection.abort();
      const signal = AbortSignal.any([connection.signal, init?.signal ?? connection.signal]);
      return fetch(input, { ...init, signal });
    },
  });
  const verifier = createVerifier({ issuer: one.url, audience: "https://orders.example.test", revocations });
  const problemOf = async (token: string) => {
    const verification = await verifier.verify(token);
    return verification.valid ? undefined : verification.problem;
  };
  try {
    const [first, second] = [await issue(), await issue()];
    const untilProblems = (...expected: readonly (string | undefined)[]) =>
      untilKnown(async () =>
        isDeepStrictEqual([await problemOf(first.token), await problemOf(second.token)], expected),
      );
    await untilProblems(undefined, undefined);
    await revoke(one, first.token);
    await untilProblems("revoked", undefined);
    isAway = true;
    cut();
    await untilProblems("revoked", "unavailable");
  } finally {
    revocations.close();
  }
});

test("a follower that begins later knows what was revoked before", async () => {
  const { token, claims } = await issue();
  await revoke(one, token);
  const followed = follow(two);
  try {
    await isUp(followed);
    assert.ok(followed.isRevoked(claims));
  } finally {
    followed.close();
  }
});

test("a follower whose connections are cut again and again misses nothing, and is never current without news", async () => {
  let cut = () => {};
  let isAway = false;
  const followed = follow(two, {
    fetch: (input, init) => {
      if (isAway) return Promise.reject(new Error("away"));
      const connection = new AbortController();
      cut = () => connection.abort();
      const signal = AbortSignal.any([connection.signal, init?.signal ?? connection.signal]);
      return fetch(input, { ...init, signal });
    },
  });
  try {
    await isUp(followed);
    const revoked: AccessTokenClaims[] = [];
    for (let i = 0; i < 5; i += 1) {
      cut();
      const { token, claims } = await issue();
      await revoke(i % 2 ? one : two, token);
      revoked.push(claims);
    }
    await untilKnown(async () => revoked.every(followed.isRevoked));
    isAway = true;
    cut();
    const { token, claims } = await issue();
    await revoke(one, token);
    await untilKnown(async () => !followed.isCurrent());
    assert.ok(revoked.every(followed.isRevoked), "what was heard stays known");
    assert.equal(followed.isRevoked(claims), false);
    isAway = false;
    await isUp(followed);
    assert.ok(followed.isRevoked(claims), "current means that it is known");
  } finally {
    followed.close();
  }
});

test("a follower begins anew after a reset, and keeps what it knows until then", async () => {
  const { token, claims } = await issue();
  await revoke(one, token);
  const sent: (string | null)[] = [];
  let cut = () => {};
  const followed = follow(two, {
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      sent.push(headers.get("last-event-id"));
      // A position of a database that was restored from a backup since.
      if (sent.length === 2) headers.set("last-event-id", `999999999.${"A".repeat(8)}`);
      const connection = new AbortController();
      cut = () => connection.abort();
      const signal = AbortSignal.any([connection.signal, init?.signal ?? connection.signal]);
      return fetch(input, { ...init, headers, signal });
    },
  });
  try {
    await isUp(followed);
    cut();
    await untilKnown(async () => sent.length >= 3);
    assert.ok(followed.isRevoked(claims));
    await isUp(followed);
    assert.ok(followed.isRevoked(claims));
    assert.match(sent[1] ?? "", /^\d+\./);
    assert.deepEqual([sent[0], sent[2]], [null, null]);
  } finally {
    followed.close();
  }
});

test("a wrong secret, or more revocations than are kept, is told and is never current", async () => {
  const errors: string[] = [];
  const onError = (error: unknown) => errors.push(String(error));
  for (const { token } of [await issue(), await issue()]) await revoke(one, token);
  const wrong = follow(two, { clientSecret: "wrong", onError });
  const full = follow(two, { maxRevocations: 1, onError });
  try {
    await untilKnown(async () => errors.some((text) => text.includes("answered 401")));
    await untilKnown(async () => errors.some((text) => text.includes("more than 1 revocations")));
    assert.equal(wrong.isCurrent() || full.isCurrent(), false);
    assert.ok(errors.every((text) => !text.includes(SERVER.client_secret)));
  } finally {
    wrong.close();
    full.close();
  }
});
