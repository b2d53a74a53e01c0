import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import type { SnapshotStart } from "@licet/engine/internal/replica/records.ts";
import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";
import { callerWith } from "../../support/api-client.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { withoutIds } from "../../support/without-ids.ts";
import { fetchToken } from "../fetch-token.ts";
import { COMPANY, REPLICA, SECRETS, WRITER } from "./company.ts";
import { type FollowedChanges, followChanges, queryOf, type ReplicaEvent } from "./follow-changes.ts";
import { readSnapshot } from "./read-snapshot.ts";

let licet: RunningLicet;
let token: string;
before(async () => {
  licet = await startLicet({ state: COMPANY });
  token = await fetchToken(licet, REPLICA, "licet:replicate");
});
after(() => licet.stop());

const snapshot = (query = "") => readSnapshot(licet.url, token, query);
const follow = (start: Omit<SnapshotStart, "kind">, more = {}, accessToken = token) =>
  followChanges(licet.url, accessToken, queryOf(start, more));
/** The next event that is no beat. */
async function nextChange(stream: FollowedChanges): Promise<ReplicaEvent | undefined> {
  for (;;) {
    const event = await stream.next();
    if (event?.event !== "beat") return event;
  }
}
async function assertReset(stream: FollowedChanges): Promise<void> {
  assert.equal((await nextChange(stream))?.event, "reset");
  assert.equal(await stream.next(), undefined, "the stream ends after a reset");
}

describe("a stream for copies", () => {
  test("confirms the copy at once and twice a second, with the time at which it was true", async () => {
    const { start } = await snapshot();
    const sentAt = performance.now();
    const stream = await follow(start);
    assert.equal(stream.headers.get("content-type"), "text/event-stream");
    let last = -1;
    for (let count = 0; count < 3; count += 1) {
      const event = await stream.next();
      assert.equal(event?.event, "beat");
      assert.equal(event.data.revision, start.revision);
      const { elapsed } = event.data as { elapsed: number };
      assert.ok(elapsed > last && sentAt + elapsed <= performance.now(), "never younger than it is");
      last = elapsed;
    }
    stream.close();
  });

  test("has the present values of what changed, and of nothing else", async () => {
    const { start } = await snapshot();
    const stream = await follow(start);
    await licet.apply(`
users: [{ username: dora-l, email: dora@people.example.test, name: Dora, attributes: { level: 4, hidden: unread-of-a-user } }]
assignments: [{ principal: user:dora-l, role: viewer }]
`);
    const event = await nextChange(stream);
    assert.equal(event?.event, "change");
    const { records, revision } = event.data as Extract<ReplicaEvent, { event: "change" }>["data"];
    assert.equal(revision, start.revision + 1);
    const id = (await licet.services.users.find("dora-l"))?.id;
    assert.deepEqual(
      records.toSorted((one, other) => (one.kind < other.kind ? 1 : -1)),
      [
        { kind: "user", id, enabled: true, attributes: { level: 4 } },
        { kind: "principal", key: `user:${id}`, assignments: [{ role: "viewer" }] },
      ],
    );
    const writer = callerWith(licet, await fetchToken(licet, WRITER, "licet:users.write"));
    assert.equal((await writer("DELETE", "/users/dora-l?cascade=true")).status, 204);
    const gone = await nextChange(stream);
    assert.ok(gone?.event === "change");
    assert.ok(gone.data.records.some((record) => record.kind === "removed" && record.id === id));
    assert.deepEqual(
      [...SECRETS, "dora", "Dora", "unread"].filter((part) => stream.text().includes(part)),
      [],
    );
    stream.close();
  });

  test("ends with reset when a condition reads what the copy does not hold", async () => {
    const { start } = await snapshot();
    const stream = await follow(start);
    await licet.apply(
      "assignments: [{ principal: user:alice-l, role: viewer, when: 'subject.email == \"x\"' }]",
    );
    await assertReset(stream);
    // And a copy with the former members cannot go on.
    await assertReset(await follow({ ...start, revision: licet.services.storage.feed.revision }));
    const again = await snapshot();
    assert.ok(again.start.reads.includes("subject.email"));
    assert.equal((await (await follow(again.start)).next())?.event, "beat");
  });

  test("ends with reset for members that no condition reads: nobody gets more by naming more", async () => {
    const { start } = await snapshot();
    for (const reads of [["*"], [...start.reads, "subject.name"]])
      await assertReset(await follow({ ...start, reads: reads.toSorted() }));
  });

  test("ends with reset behind the log, ahead of the database, and when too much has changed", async () => {
    const { start } = await snapshot();
    await assertReset(await follow({ ...start, revision: start.revision + 5 }));
    const names = Array.from({ length: 1_001 }, (_, index) => `{ id: many-${index} }`);
    const many = `
resources:
  - name: orders
    identifier: https://orders.example.test
    actions: { read: { description: described-action }, write: { description: described-action } }
    instances: [${names.join(", ")}]
`;
    await licet.apply(many);
    await assertReset(await follow(start));
    await runSql(licet.database.url, "delete from change_log");
    await assertReset(await follow(start));
  });

  test("of some resources ends with reset when other roles give something in them", async () => {
    const { start } = await snapshot("?resources=orders");
    const stream = await follow(start);
    assert.equal((await stream.next())?.event, "beat");
    await licet.apply("roles: [{ name: accountant, grants: [payroll:*, billing_admin, regions:see] }]");
    const unrelated = await nextChange(stream);
    assert.ok(unrelated?.event === "change");
    assert.equal(stream.text().includes("payroll"), false);
    await licet.apply("roles: [{ name: accountant, grants: [payroll:*, orders:read] }]");
    await assertReset(stream);
    await assertReset(await follow(start));
    await assertReset(await follow({ ...start, resources: ["deleted"] }));
  });

  test("of some resources tells nothing about others", async () => {
    const { start } = await snapshot("?resources=orders");
    const stream = await follow(start);
    await stream.next();
    await licet.apply(`
resources:
  - name: payroll
    identifier: https://payroll.example.test
    actions: { see: { description: described-action } }
    instances: [{ id: another-salary }]
users: [{ username: erna-l }]
assignments: [{ principal: user:erna-l, permission: payroll:see }]
`);
    const event = await nextChange(stream);
    assert.ok(event?.event === "change");
    assert.ok(event.data.records.some(({ kind }) => kind === "user"));
    assert.deepEqual(
      ["payroll", "salary", "erna"].filter((part) => withoutIds(stream.text()).includes(part)),
      [],
    );
    stream.close();
  });

  test("is refused with what is wrong", async () => {
    const call = callerWith(licet, token);
    const events = { accept: "text/event-stream" };
    assert.equal((await call("GET", "/changes?for=replica&after=1")).status, 400);
    for (const query of [
      "for=copy",
      "for=replica&reads=subject.password",
      "for=replica&reads=[1]",
      "for=replica&reads=[",
      "for=replica&resources=a%20b",
      "for=replica&usernames=1",
      "for=replica&after=x",
    ])
      assert.ok(
        [400, 403].includes((await call("GET", `/changes?${query}`, undefined, events)).status),
        query,
      );
    const reader = await fetchToken(licet, WRITER, "licet:changes.read");
    const other = callerWith(licet, reader);
    assert.equal((await other("GET", "/changes?for=replica", undefined, events)).status, 403);
    assert.equal((await call("GET", "/changes?after=1")).status, 403);
    for (const query of ["reads=*", "resources=orders", "usernames=true"])
      assert.equal((await other("GET", `/changes?${query}`)).status, 400, query);
  });

  test("is in the audit log", async () => {
    const { start } = await snapshot();
    (await follow(start)).close();
    const audit = callerWith(licet, await fetchToken(licet, WRITER, "licet:audit.read"));
    const { body } = await audit("GET", "/audit?type=changes.followed&limit=1");
    assert.equal(body.items[0].actor, "application:copier");
    assert.deepEqual(body.items[0].data, { after: start.revision, usernames: false, reads: start.reads });
  });

  test("ends when its token is revoked", async () => {
    const { start } = await snapshot();
    const older = await follow(start);
    const revoked = await fetchToken(licet, REPLICA, "licet:replicate");
    const stream = await follow(start, {}, revoked);
    await stream.next();
    await postForm(`${licet.url}/oidc/revoke`, { token: revoked, ...REPLICA });
    while (await stream.next());
    // The token of this stream is older, so the other one has not expired.
    await licet.apply("users: [{ username: gina-l }]");
    assert.equal((await nextChange(older))?.event, "change");
    older.close();
  });

  test("does not wait for a reader that is gone or does not read", async () => {
    const { start } = await snapshot();
    const { port } = new URL(licet.url);
    const silent = connect(Number(port), "127.0.0.1");
    silent.write(
      `GET /api/v1/changes${queryOf(start)} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n\r\n`,
    );
    silent.pause();
    const stream = await follow(start);
    await licet.apply("users: [{ username: fred-l }]");
    assert.equal((await nextChange(stream))?.event, "change");
    silent.destroy();
    stream.close();
  });
});
