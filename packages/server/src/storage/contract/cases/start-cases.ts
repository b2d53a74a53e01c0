import assert from "node:assert/strict";
import { test } from "node:test";
import { systemClock } from "../../../core/time.ts";
import { ABANDONED_AFTER_SECONDS } from "../../../management/stores.ts";
import { testHashName } from "../../../state/testing/hash-name.ts";
import { openStorage } from "../../open-storage.ts";
import { runSql } from "../run-sql.ts";
import { application, bare, put, samples, user } from "../samples.ts";
import { onEmptyStorage, type Subject, someone } from "../subject.ts";

export function startCases(subject: Subject): void {
  test("six nodes that start at once on an empty database all start", async () => {
    const database = await subject.createDatabase();
    const opening = Array.from({ length: 6 }, () =>
      openStorage({ databaseUrl: database.url, clock: systemClock, hashName: testHashName }),
    );
    const nodes = await Promise.all(opening);
    await Promise.all(
      nodes.map(({ state }, i) => state.commit([put("user", user(`usr_${i}`, `u${i}`))], someone)),
    );
    assert.equal(await nodes[0]?.state.revision(), 6);
    await Promise.all(nodes.map((node) => node.close()));
    await database.drop();
  });

  test("what was written is there after a restart, and closing twice is closing once", () =>
    onEmptyStorage(subject, async (storage, openAgain) => {
      await storage.state.commit([put("user", samples.user)], someone);
      await storage.close();
      await storage.close();
      const { state, feed, ping, engine } = await openAgain();
      await ping();
      assert.equal(engine, subject.engine);
      assert.equal(feed.revision, 1);
      assert.deepEqual(await state.find("user", samples.user.id), samples.user);
    }));

  test("a database of the first version gets what is new, and keeps what it has", () =>
    onEmptyStorage(subject, async (storage, openAgain, url) => {
      await storage.state.commit(
        [
          put("application", bare.application),
          put("application", application("licet-console")),
          put("resource", { ...samples.resource, accessTokenType: "at+jwt" }),
        ],
        someone,
      );
      const counted = [60, 119, 120].map((minute) => ({ minute, name: "n", label: "x", count: 1 }));
      await storage.audit.append([], counted);
      await storage.idempotency.claim("key", "a", 1_000);
      await storage.close();
      for (const table of NEW_TABLES) await runSql(url, `drop table ${table}`);
      for (const [table, column] of NEW_COLUMNS)
        await runSql(url, `alter table ${table} drop column ${column}`);
      for (const index of NEW_INDEXES) await runSql(url, `drop index ${index}`);
      await runSql(url, "delete from licet_migrations where name <> '0001-initial'");
      const { state, sessions, audit, idempotency } = await openAgain();
      assert.deepEqual(
        (await audit.counters("n", 0, 9_999, "hour")).map(({ minute, label, count }) => [
          minute,
          label,
          count,
        ]),
        [
          [60, "x", 2],
          [120, "x", 1],
        ],
        "hours are made of the minutes that were counted",
      );
      assert.deepEqual(await state.find("application", "bare"), bare.application);
      const resource = { ...samples.resource, accessTokenType: "at+jwt" };
      assert.deepEqual(await state.find("resource", resource.name), resource);
      assert.deepEqual(await state.find("application", "licet-console"), {
        ...application("licet-console"),
        idTokenClaims: "minimal",
      });
      const described = { ...bare.application, homePage: "https://bare.example.test/" };
      await state.commit([put("application", described)], someone);
      assert.deepEqual(await state.find("application", "bare"), described);
      assert.deepEqual(await sessions.listOfUser("usr_alice"), []);
      const claim = await idempotency.claim("key", "a", 1_000 + ABANDONED_AFTER_SECONDS);
      assert.equal(claim.state, "answer_lost", "a request from before may have had its effect");
    }));
}

const NEW_TABLES = [
  "sessions",
  "delegations",
  "interactions",
  "consents",
  "attempts",
  "limit_counts",
  "pushed_requests",
  "logout_deliveries",
  "application_logos",
  "password_resets",
  "nodes",
  "hourly_counters",
  "root_keys",
  "reserved_names",
];

/** On tables that were there already, like the indexes below. */
const NEW_COLUMNS = [
  ["applications", "id_token_claims"],
  ["applications", "require_pushed_requests"],
  ["applications", "require_signed_request_object"],
  ["applications", "client_assertion_max_lifetime"],
  ["resources", "access_token_type"],
  ["applications", "home_page"],
  ["applications", "backchannel_logout_uri"],
  ["applications", "redirect_registrations"],
  ["applications", "recreated_at"],
  ["access_accounts", "recreated_at"],
  ["idempotency_keys", "had_effect"],
] as const;
const NEW_INDEXES = ["secrets_expires_at", "audit_events_at", "instances_top", "assignments_conditional"];
