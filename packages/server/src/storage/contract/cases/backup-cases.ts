import assert from "node:assert/strict";
import { test } from "node:test";
import type { Storage } from "../../open-storage.ts";
import { TABLE_RULES, TABLES } from "../../tables/table-rules.ts";
import { backUp, restore } from "../backup-in-memory.ts";
import { chain, delegation, OFFLINE, session } from "../delegation-samples.ts";
import { type EngineUnderTest, onEmptyStorage } from "../engine-under-test.ts";
import { onOtherDatabase } from "../on-other-database.ts";
import { runSql } from "../run-sql.ts";
import { put, samples, trustedActor, user } from "../samples.ts";

const now = () => Math.floor(Date.now() / 1_000);
/** What the text format of COPY, JSON and SQL escape. */
const ODD = "tab\t line\r\n back\\slash \\N \\. 'quote' \"double\" 😀 \u2028 end";

export function backupCases(engine: EngineUnderTest): void {
  test("a restore knows what to do with every table", () =>
    onEmptyStorage(engine, async (_storage, _openAgain, url) => {
      const found = await runSql(
        url,
        engine.name === "sqlite"
          ? "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"
          : "select tablename as name from pg_tables where schemaname = current_schema()",
      );
      const own = found
        .map(({ name }) => String(name))
        .filter((name) => !name.startsWith("licet_migrations"));
      assert.deepEqual(own.toSorted(), [...TABLES].toSorted());
    }));

  test("a backup, restored elsewhere, has the same rows in every table that is kept, whatever is in them", () =>
    onEmptyStorage(engine, async (storage, _openAgain, url) => {
      await fill(storage);
      const before = await readKept(url);
      assert.ok(before.meta?.some((row) => (JSON.parse(row) as { value: string }).value === ODD));
      const backup = await backUp(url);
      await onOtherDatabase(engine, async (other) => {
        const { manifest, revision } = await restore(other, backup);
        assert.deepEqual([manifest.version, manifest.revision], ["1.2.3", await storage.state.revision()]);
        assert.deepEqual(await readKept(other), before);
        const [row] = await runSql(other, "select value from revision");
        assert.equal(Number(row?.value), revision);
      });
    }));

  test("a restore ends what may have been spent since, and says how much", () =>
    onEmptyStorage(engine, async (storage, _openAgain, url) => {
      await issueOneOfEach(storage);
      const backup = await backUp(url);
      await onOtherDatabase(engine, async (other, open) => {
        const { ended } = await restore(other, backup);
        assert.deepEqual(ended, {
          sessions: 1,
          codes: 1,
          refreshTokens: 1,
          interactions: 0,
          pushedRequests: 0,
          passwordResets: 1,
          setupLinks: 1,
          signingKeys: 0,
        });
        const restored = await open();
        const at = now();
        assert.equal(await restored.delegations.redeem("code", redeemNow(at)), undefined);
        assert.equal((await restored.delegations.find("dlg_refresh"))?.endedAt !== undefined, true);
        assert.equal(await restored.setupLinks.open("link", "browser", at), false);
        // What was spent before the backup stays spent, and what was revoked stays revoked.
        assert.equal(await restored.assertions.spend("client", "jti", at + 60), false);
        assert.equal(await restored.revocations.isRevoked("revoked"), true);
        for (const table of ["sessions", "interactions", "password_resets", "setup_links", "nodes"])
          assert.deepEqual(await runSql(other, `select * from ${table}`), [], table);
      });
    }));

  test("positions continue above all that a reader may have seen, also when one backup is restored twice", () =>
    onEmptyStorage(engine, async (storage, _openAgain, url) => {
      await storage.state.commit([put("user", samples.user)], trustedActor);
      const backup = await backUp(url);
      // Written after the backup, and seen by readers.
      await storage.state.commit([put("user", user("usr_lost", "lost"))], trustedActor);
      const seen = await storage.state.revision();
      await onOtherDatabase(engine, async (other, open) => {
        const first = await restore(other, backup);
        assert.ok(first.revision > seen);
        const restored = await open();
        assert.deepEqual(await restored.changeLog.listAfter(seen, 10), { changes: [], complete: false });
        assert.deepEqual(await restored.changeLog.listAfter(seen - 1, 10), { changes: [], complete: false });
        const at = now();
        await restored.revocations.revoke({ id: "one", audience: ["a"], expiresAt: at + 600 });
        const page = await restored.revocationLog.listAfter(0, 10, at);
        const position = page.entries.at(-1)?.position ?? 0;
        assert.ok(position > first.restoredAt, "it is above every position from before");
        await restored.state.commit([put("user", user("usr_new", "new"))], trustedActor);
        await restored.audit.append(
          [{ at: Date.now(), type: "token.issued", actor: "cli", requestId: "req_1" }],
          [],
        );
        const [event] = await restored.audit.list({ requestId: "req_1" }, 10);
        assert.equal(event?.type, "token.issued", "events are found by their request across the gap of ids");
        const revision = await restored.state.revision();
        await restored.close();

        const second = await restore(other, backup, { replaces: true, now: first.restoredAt - 3_600_000 });
        assert.ok(second.revision > revision, "also with a clock that was set back");
        const again = await open();
        await again.revocations.revoke({ id: "two", audience: ["a"], expiresAt: at + 600 });
        const [entry] = (await again.revocationLog.listAfter(position, 10, at)).entries;
        assert.equal(entry?.id, "two", "a reader of before the second restore does not miss it");
        const [newest] = await again.audit.list({}, 1);
        assert.ok((newest?.id ?? 0) > (event?.id ?? 0));
      });
    }));

  test("a restore that fails leaves the database as it was", () =>
    onEmptyStorage(engine, async (storage, _openAgain, url) => {
      await fill(storage);
      const backup = await backUp(url);
      await onOtherDatabase(engine, async (other, open) => {
        const former = await open();
        await former.state.commit([put("user", user("usr_former", "former"))], trustedActor);
        await former.close();
        const middle = Math.floor(backup.length / 2);
        const flipped = Buffer.from(backup);
        flipped.writeUInt8((flipped[middle] ?? 0) ^ 1, middle);
        const attempts: readonly (readonly [Uint8Array, RegExp])[] = [
          [backup.subarray(0, middle), /is incomplete/],
          [flipped, /damaged|does not fit/],
          [backup.subarray(0, -1), /is incomplete/],
        ];
        for (const [bytes, message] of attempts)
          await assert.rejects(restore(other, bytes, { replaces: true }), message);
        await assert.rejects(restore(other, backup), /--force/);
        const present = await open();
        assert.ok(await present.state.find("user", "usr_former"));
        assert.equal(await present.state.revision(), 1);
      });
    }));

  test("a database of a newer version is not backed up: tables would be missing", () =>
    onEmptyStorage(engine, async (_storage, _openAgain, url) => {
      await runSql(url, "insert into licet_migrations (name, timestamp) values ('9999-new', '')");
      await assert.rejects(backUp(url), /changed by another version of Licet \(9999-new\)/);
      assert.deepEqual(await runSql(url, "select id from audit_events"), [], "nothing was written");
    }));

  test("a database in use by a node is not replaced", () =>
    onEmptyStorage(engine, async (_storage, _openAgain, url) => {
      const backup = await backUp(url);
      await onOtherDatabase(engine, async (other, open) => {
        await open({ exclusive: true, pid: 4711 });
        await assert.rejects(
          restore(other, backup, { replaces: true }),
          engine.name === "sqlite" ? /in use by process 4711/ : /a server or a command of Licet uses/,
        );
      });
    }));
}

/** The rows of all tables that a restore keeps as they are. */
async function readKept(url: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const kept = TABLES.filter((table) => TABLE_RULES[table].onRestore === "keep");
  const found: Record<string, readonly string[]> = {};
  for (const table of kept) {
    const rows = await runSql(url, `select * from ${table}`);
    found[table] = rows
      .filter(({ key }) => table !== "meta" || (key !== "restored_at" && key !== "clock_mark"))
      .map((row) => JSON.stringify(row))
      .toSorted();
  }
  return found;
}

async function fill(storage: Storage): Promise<void> {
  await storage.state.commit(
    [
      put("resource", samples.resource),
      put("role", { ...samples.role, description: ODD }),
      put("group", samples.group),
      put("user", samples.user),
      put("application", samples.application),
    ],
    trustedActor,
  );
  await storage.meta.setIfAbsent("odd", ODD);
  await storage.meta.setIfAbsent("empty", "");
  const many = Array.from({ length: 500 }, (_, i) => put("user", user(`usr_${i}`, `name-${i}`)));
  await storage.state.commit(many, trustedActor);
}

const redeemNow = (at: number) => ({ now: at, refresh: undefined, tokensUntil: at + 600 });

async function issueOneOfEach(storage: Storage): Promise<void> {
  const at = now();
  const times = { createdAt: at, codeExpiresAt: at + 60 };
  await storage.sessions.start(session("ses_1", "usr_alice", { expiresAt: at + 600 }), "token", undefined);
  await storage.delegations.insert(delegation("dlg_code", times), "code");
  await storage.delegations.insert(delegation("dlg_refresh", { ...times, ...OFFLINE }), "other code");
  const refresh = chain("refresh", { idleExpiresAt: at + 600, absoluteExpiresAt: at + 600 });
  await storage.delegations.redeem("other code", { now: at, refresh, tokensUntil: at + 600 });
  await storage.passwordResets.issue({
    tokenHash: "reset",
    userId: "usr_alice",
    passwordStamp: "stamp",
    issuer: { principal: "user:a", clientId: "b", applicationId: "b", permissions: [], ip: "192.0.2.7" },
    expiresAt: at + 600,
  });
  await storage.setupLinks.issue({ tokenHash: "link", expiresAt: at + 600 });
  await storage.assertions.spend("client", "jti", at + 60);
  await storage.revocations.revoke({ id: "revoked", audience: ["a"], expiresAt: at + 600 });
  const node = { id: "nod_1", host: "a", version: "1", engine: storage.engine, schema: 2, secretIds: [] };
  await storage.nodes.recordHeartbeat({ ...node, startedAt: at, seenAt: at, revision: 0 });
}
