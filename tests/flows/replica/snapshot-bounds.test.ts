// @engine both: a snapshot holds a connection and a transaction, which others meet differently on each engine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { UnavailableError } from "../../../packages/server/src/core/errors/errors.ts";
import {
  type Deadline,
  DeadlineError,
  findDeadline,
} from "../../../packages/server/src/core/time/deadline.ts";
import {
  createWriteSnapshot,
  type SnapshotWriter,
} from "../../../packages/server/src/permissions/replica/write-snapshot.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { COMPANY } from "./company.ts";

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: COMPANY });
});
after(() => licet.stop());

/** A reader that takes the first line and then waits. */
function createWaitingReader(): {
  readonly writer: SnapshotWriter;
  readonly begun: Promise<void>;
  go(): void;
  leave(): void;
} {
  const begun = Promise.withResolvers<void>();
  const reading = Promise.withResolvers<void>();
  return {
    writer: {
      begin: async () => begun.resolve(),
      write: () => reading.promise,
    },
    begun: begun.promise,
    go: () => reading.resolve(),
    leave: () => reading.reject(new Error("the client has left")),
  };
}
const eager: SnapshotWriter = { begin: async () => {}, write: async () => {} };

test("two snapshots are written at a time, and a reader that leaves makes room", async () => {
  const write = createWriteSnapshot(licet.services.storage.replica);
  const [first, second] = [createWaitingReader(), createWaitingReader()];
  const writing = [first, second].map(({ writer }) => write({ usernames: false }, writer));
  const ended = Promise.allSettled(writing);
  await Promise.all([first.begun, second.begun]);
  await assert.rejects(write({ usernames: false }, eager), UnavailableError);
  // Others are served meanwhile: neither writes nor reads wait for a snapshot.
  await licet.apply("users: [{ username: somebody }]");
  assert.ok(await licet.services.users.find("somebody"));
  first.leave();
  second.go();
  const [left, complete] = await ended;
  assert.deepEqual([left?.status, complete?.status], ["rejected", "fulfilled"]);
  await write({ usernames: false }, eager);
});

test("a snapshot that takes too long ends", async () => {
  const longestMilliseconds = 50_000;
  const write = createWriteSnapshot(licet.services.storage.replica, { longestMilliseconds });
  let writes = 0;
  const late: SnapshotWriter = {
    begin: async () => {},
    async write() {
      writes += 1;
      if (writes > 1) return;
      const deadline = findDeadline() as { -readonly [Member in keyof Deadline]: Deadline[Member] };
      assert.equal(deadline.endsAt, deadline.arrivedAt + longestMilliseconds);
      deadline.endsAt = performance.now();
    },
  };
  await assert.rejects(write({ usernames: false }, late), DeadlineError);
  assert.ok(writes <= 2, `${writes} writes`);
  await createWriteSnapshot(licet.services.storage.replica)({ usernames: false }, eager);
});
