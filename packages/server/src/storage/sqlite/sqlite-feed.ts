import { DatabaseSync } from "node:sqlite";
import { UnknownRevisionError } from "../../core/errors/errors.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import { findDeadline } from "../../core/time/deadline.ts";
import { createAnnouncer } from "../changes/announcer.ts";
import type { LogRow } from "../changes/change-log.ts";
import type { Statement } from "../engine/compile-once.ts";
import type { History } from "../engine/history.ts";
import type { FilePresence } from "./file-presence.ts";
import { translateSqliteError } from "./sqlite-errors.ts";

/** How long a check of the file counts for a request that had arrived before it. */
const SHARED_MILLISECONDS = 50;

export interface SqliteFeed extends ChangeFeed {
  close(): void;
}

/**
 * Watches the file through its own connection, which sees only committed data, from this or another process, whatever
 * transactions are open. `PRAGMA data_version` reports in about 2 µs whether there was a commit
 * (https://sqlite.org/pragma.html#pragma_data_version), so every request can check it synchronously.
 */
export function createSqliteFeed(
  file: string,
  changes: Statement<LogRow>,
  options: {
    readonly pollEveryMilliseconds: number;
    readonly presence: FilePresence;
    readonly history: History;
  },
): SqliteFeed {
  const watcher = new DatabaseSync(file, { readOnly: true, timeout: 1_000 });
  const dataVersion = watcher.prepare("pragma data_version");
  dataVersion.setReturnArrays(true);
  const changesAfter = watcher.prepare(changes.sql);
  const read = (after: number) => changesAfter.all(...changes.parameters({ after })) as unknown as LogRow[];

  const currentVersion = () => (dataVersion.get() as unknown as number[])[0];
  let seenVersion = currentVersion();
  const announcer = createAnnouncer(read(Number.MAX_SAFE_INTEGER)[0]?.newest ?? 0, (present, known) => {
    // A commit that was read here is on the disk, and a restore gives higher numbers.
    throw options.history.break(
      `the database went back from revision ${known} to ${present} while it was open`,
    );
  });

  let confirmedAt = performance.now();

  function readNewCommits(): void {
    const startedAt = performance.now();
    // Read before the log: a commit in between is then read twice rather than never.
    const version = currentVersion();
    if (version !== seenVersion) announcer.announce(read(announcer.revision));
    seenVersion = version;
    confirmedAt = startedAt;
  }

  /**
   * Whether the file was checked after the request arrived that asks: then every commit that was acknowledged before its
   * client sent it is known. So a request checks the file once, however many of its steps ask. Work that goes on for
   * longer, a stream say, checks again.
   */
  function isCheckedForRequest(): boolean {
    const deadline = findDeadline();
    if (deadline === undefined || confirmedAt < deadline.arrivedAt) return false;
    return performance.now() < confirmedAt + SHARED_MILLISECONDS;
  }

  function check(): Promise<never> | undefined {
    try {
      options.presence.requireNotLost();
      readNewCommits();
      return undefined;
    } catch (error) {
      return Promise.reject(translateSqliteError(error, file));
    }
  }

  function confirm(atLeast = 0): Promise<void> | undefined {
    if (isCheckedForRequest() && announcer.revision >= atLeast) return undefined;
    const failed = check();
    if (failed) return failed;
    if (announcer.revision >= atLeast) return undefined;
    return Promise.reject(new UnknownRevisionError({ wanted: atLeast, present: announcer.revision }));
  }

  // Requests check the file themselves; the timer announces changes on a node without requests.
  const timer = setInterval(() => void confirm()?.catch(() => {}), options.pollEveryMilliseconds).unref();

  return {
    get revision() {
      return announcer.revision;
    },
    confirm,
    async refresh() {
      await check();
    },
    ageMilliseconds: () => performance.now() - confirmedAt,
    onChange: announcer.onChange,
    onReset: announcer.onReset,
    close() {
      clearInterval(timer);
      watcher.close();
    },
  };
}
