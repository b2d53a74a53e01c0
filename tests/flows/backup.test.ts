// @engine both: each engine has its own backup and restore.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { runSql } from "../../packages/server/src/storage/contract/run-sql.ts";
import { createAssertionSigner } from "../security/client-authentication/assertion-signer.ts";
import { introspect, issueToken } from "../security/issue-token.ts";
import { bearer } from "../support/api-client.ts";
import { createTestDatabase } from "../support/databases.ts";
import { runCommandProcess } from "../support/licet-command.ts";
import { authorize, createBrowser, exchange, getCode, isLoginPage, refresh } from "../support/sign-in.ts";
import { ENGINE, postForm, type RunningLicet, startLicet } from "../support/start-licet.ts";
import { ALICE, CALLBACK, createRequest, DESK, ORDERS_SERVER, STOREFRONT } from "../support/storefront.ts";
import { untilKnown } from "../support/until-known.ts";

const signer = await createAssertionSigner("ES256");
const registration = `  - { client_id: signer, type: service, token_endpoint_auth_method: private_key_jwt, jwks: { keys: [${JSON.stringify(signer.publicJwk)}] } }`;
const STATE = `${STOREFRONT.replace("assignments:", `${registration}\nassignments:`)}
  - { principal: application:${ORDERS_SERVER.client_id}, role: licet-administrator }
  - { principal: application:${ORDERS_SERVER.client_id}, permission: orders:read }
`;
const MANAGE = "licet:roles.read licet:roles.write licet:escalate licet:check licet:audit.read";
const DESK_FORM = { ...DESK, redirect_uri: CALLBACK };

test("a backup under load, restored elsewhere, has all that was acknowledged, and nothing that can be spent twice", async (t) => {
  const licet = await start(t, { state: STATE });
  const backup = temporaryFile(t);
  const issued = await issueAll(licet);
  const writing = await startWriters(licet);
  const acknowledged = [...writing.acknowledged];
  const revisionBefore = await readRevision(licet);
  const made = await runCommandProcess(licet.database, ["backup", backup, "--output", "json"]);
  assert.equal(made.code, 0, made.stderr);
  const document = JSON.parse(made.stdout);
  assert.ok(document.revision >= revisionBefore);
  assert.deepEqual([document.engine, document.secret_ids.length], [ENGINE, 1]);
  assert.equal(statSync(backup).mode & 0o777, 0o600);
  await writing.stop();
  assert.ok(writing.acknowledged.length > acknowledged.length, "the load went on");
  assert.deepEqual(writing.failures, [], "and nothing failed meanwhile");

  // Spent after the backup: the backup does not know.
  assert.equal((await exchange(licet, issued.code, DESK_FORM)).status, 200);
  assert.equal((await refresh(licet, issued.refreshToken, DESK)).status, 200);
  assert.equal((await useAssertion(licet, issued.assertion)).status, 200);
  const lastRevision = await readRevision(licet);
  const lastEvent = await newestEvent(licet);

  const elsewhere = await createTestDatabase(ENGINE);
  t.after(() => elsewhere.drop());
  const restored = await runCommandProcess(elsewhere, ["restore", backup]);
  assert.equal(restored.code, 0, restored.stderr);
  assert.match(restored.stdout, /^Ended, [^\n]*: 1 session, 1 authorization code, 1 refresh token, 0 /m);

  const second = await start(t, { state: "", database: elsewhere, baseUrl: licet.url });
  const present = new Set(await listRoles(second));
  assert.deepEqual(
    acknowledged.filter((name) => !present.has(name)),
    [],
  );
  const keys = createRemoteJWKSet(new URL(`${second.url}/oidc/jwks`));
  const { payload } = await jwtVerify(issued.clientToken, keys, { issuer: licet.url });
  assert.equal(payload.sub, ORDERS_SERVER.client_id);
  assert.equal((await introspect(second, issued.clientToken, ORDERS_SERVER)).body.active, true);
  await jwtVerify(issued.userToken, keys, { issuer: licet.url });

  assert.equal((await exchange(second, issued.code, DESK_FORM)).body.error, "invalid_grant");
  assert.equal((await refresh(second, issued.refreshToken, DESK)).body.error, "invalid_grant");
  assert.ok(isLoginPage(await authorize(issued.browser.at(second.url), createRequest(DESK))));
  assert.equal((await introspect(second, issued.userToken, ORDERS_SERVER)).body.active, false);
  const replayed = await useAssertion(second, issued.assertion);
  assert.deepEqual([replayed.status, replayed.body.error], [401, "invalid_client"]);
  const later = { iat: Math.floor(Date.now() / 1_000) + 1 };
  assert.equal((await useAssertion(second, await signAssertion(licet.url, later))).status, 200);

  // Readers of the first server saw positions that must not come again.
  assert.ok((await readRevision(second)) > lastRevision);
  assert.ok((await newestEvent(second)) > lastEvent);
  const types = await runSql(
    elsewhere.url,
    "select type, data from audit_events where type like 'backup.%' order by id",
  );
  assert.deepEqual(
    types.map(({ type }) => type),
    ["backup.started", "backup.restored"],
  );
  // It goes on as any other: new users sign in, new codes work.
  const code = await getCode(createBrowser(second.url), createRequest(DESK), ALICE);
  assert.equal((await exchange(second, code, DESK_FORM)).status, 200);
});

test("a restore is refused while a server runs, and replaces a database only when it is told to", async (t) => {
  const licet = await start(t, { state: STATE });
  const { database } = licet;
  const backup = temporaryFile(t);
  assert.equal((await runCommandProcess(database, ["backup", backup])).code, 0);
  const running = await runCommandProcess(database, ["restore", backup, "--force"]);
  assert.equal(running.code, 1);
  assert.match(
    running.stderr,
    ENGINE === "sqlite"
      ? /already in use by process \d+( or one of its workers)?; stop it/
      : /a server .* uses the database/,
  );
  const token = await issueToken(licet, ORDERS_SERVER, "orders:read");
  const manage = bearer(await issueToken(licet, ORDERS_SERVER, MANAGE));
  assert.equal(await createRole(licet, manage, "after-the-backup"), 201);
  assert.equal((await introspect(licet, token, ORDERS_SERVER)).body.active, true);
  await licet.stop();

  const occupied = await runCommandProcess(database, ["restore", backup]);
  assert.deepEqual([occupied.code, occupied.stdout], [1, ""]);
  assert.match(occupied.stderr, /already\. .* add --force to replace/);
  const wrong = { LICET_SECRET: "another secret that is long enough to be one" };
  const sealed = await runCommandProcess(database, ["restore", backup, "--force"], wrong);
  assert.match(
    sealed.stderr,
    /^licet: the backup needs another value of LICET_SECRET: .* Nothing was changed\.\n$/,
  );

  const forced = await runCommandProcess(database, ["restore", backup, "--force", "--end-access-tokens"]);
  assert.equal(forced.code, 0, forced.stderr);
  assert.match(forced.stdout, /^No access token that was issued before is valid\.$/m);
  const again = await start(t, { state: "", database, baseUrl: licet.url });
  assert.ok(!(await listRoles(again)).includes("after-the-backup"));
  assert.equal((await introspect(again, token, ORDERS_SERVER)).body.active, false);
});

test("a backup of the other engine is refused with a sentence", async (t) => {
  const [from, to] =
    ENGINE === "sqlite" ? (["sqlite", "postgres"] as const) : (["postgres", "sqlite"] as const);
  const licet = await start(t, { state: STATE });
  assert.equal(licet.services.storage.engine, from);
  const backup = temporaryFile(t);
  assert.equal((await runCommandProcess(licet.database, ["backup", backup])).code, 0);
  const other = await createTestDatabase(to);
  t.after(() => other.drop());
  const refused = await runCommandProcess(other, ["restore", backup]);
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /^licet: the backup is one of (SQLite|PostgreSQL), and LICET_DATABASE_URL leads to /,
  );
});

async function start(t: TestContext, options: Parameters<typeof startLicet>[0]): Promise<RunningLicet> {
  const licet = await startLicet({ ...options, database: options.database ?? (await ownDatabase(t)) });
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await licet.stop();
  };
  t.after(stop);
  return { ...licet, stop };
}

async function ownDatabase(t: TestContext) {
  const database = await createTestDatabase(ENGINE);
  t.after(() => database.drop());
  return database;
}

function temporaryFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "licet-backup-test-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "backup.tar");
}

/** One of everything that a client can hold. */
async function issueAll(licet: RunningLicet) {
  const browser = createBrowser(licet.url);
  const offline = createRequest(DESK, { scope: "openid orders:read offline_access" });
  const { body } = await exchange(licet, await getCode(browser, offline, ALICE), DESK_FORM);
  return {
    browser,
    code: await getCode(browser, createRequest(DESK), ALICE),
    refreshToken: String(body.refresh_token),
    userToken: String(body.access_token),
    clientToken: await issueToken(licet, ORDERS_SERVER, "orders:read"),
    assertion: await signAssertion(licet.url),
  };
}

const signAssertion = (audience: string, claims = {}) =>
  signer.credentials({ clientId: "signer", audience, claims });
const useAssertion = ({ url }: Pick<RunningLicet, "url">, credentials: Record<string, string>) =>
  postForm(`${url}/oidc/token`, { grant_type: "client_credentials", scope: "orders:read", ...credentials });

const createRole = async (
  { url }: Pick<RunningLicet, "url">,
  headers: Readonly<Record<string, string>>,
  name: string,
): Promise<number> => {
  const response = await fetch(`${url}/api/v1/roles`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ name, grants: [{ permission: "orders:read" }] }),
  });
  await response.arrayBuffer();
  return response.status;
};

/** Clients that write, and note what was acknowledged. Resolves when they are at work. */
async function startWriters(licet: RunningLicet) {
  const manage = bearer(await issueToken(licet, ORDERS_SERVER, MANAGE));
  const acknowledged: string[] = [];
  const failures: number[] = [];
  let isOver = false;
  const writers = [1, 2, 3].map(async (writer) => {
    for (let count = 0; !isOver; count += 1) {
      const name = `role-${writer}-${count}`;
      const status = await createRole(licet, manage, name);
      if (status === 201) acknowledged.push(name);
      else failures.push(status);
    }
  });
  await untilKnown(async () => {
    assert.deepEqual(failures, []);
    return acknowledged.length >= 30;
  });
  return {
    acknowledged,
    failures,
    stop: async () => {
      isOver = true;
      await Promise.all(writers);
    },
  };
}

async function listRoles(licet: RunningLicet): Promise<readonly string[]> {
  const rows = await runSql(licet.database.url, "select id from roles");
  return rows.map(({ id }) => String(id));
}

async function readRevision(licet: RunningLicet): Promise<number> {
  const token = await issueToken(licet, ORDERS_SERVER, MANAGE);
  const { body } = await checkOnce(licet, token);
  return Number((body as { revision?: number }).revision);
}

async function checkOnce({ url }: RunningLicet, token: string) {
  const response = await fetch(`${url}/api/v1/check`, {
    method: "POST",
    headers: { ...bearer(token), "content-type": "application/json" },
    body: JSON.stringify({ subject: "user:alice", permission: "orders:read" }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

async function newestEvent(licet: RunningLicet): Promise<number> {
  const [row] = await runSql(licet.database.url, "select max(id) as id from audit_events");
  return Number(row?.id);
}
