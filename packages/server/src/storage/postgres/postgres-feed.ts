import { UnavailableError, UnknownRevisionError } from "../../core/errors/errors.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import { createDeadline, untilDeadline, withDeadline, withoutDeadline } from "../../core/time/deadline.ts";
import { createAnnouncer } from "../changes/announcer.ts";
import type { LogRow } from "../changes/change-log.ts";
import type { LoggedRevision } from "../engine/engine.ts";
import type { History } from "../engine/history.ts";

export interface PostgresFeedOptions {
  /** Reads the log after a revision, in one snapshot. */
  readonly read: (after: number) => Promise<readonly LogRow[]>;
  readonly startRevision: number;
  /** How long after the start of a successful reading this node still counts as current. */
  readonly freshForMilliseconds: number;
  readonly pollEveryMilliseconds: number;
  /** Monotonic: the wall clock may be set back, and old data would then look current. */
  readonly now: () => number;
  readonly history: History;
}

export interface PostgresFeed extends ChangeFeed {
  /** Reads the log soon: another node notified this one of a change. */
  wake(): void;
  /**
   * Announces a commit of this process without reading it, unless this node does not know the commit before it. Rejects
   * only when the commit is not in the database that this node knows. Otherwise it is done. When the log cannot be read now, this node is not current until it has read the
   * commit, so no caller gets an answer from before its own write.
   */
  catchUp(logged: LoggedRevision): Promise<void>;
  close(): void;
}

/** An older reading would not make this node current any more, so nobody waits for it. */
const READING_MILLISECONDS = 2_000;

/** A change set that the log does not hold. */
const NOT_LOGGED = { revision: null, entries: null } as const;

export function createPostgresFeed(options: PostgresFeedOptions): PostgresFeed {
  const { read, freshForMilliseconds, now, history } = options;
  /** The newest commit of this process that a caller was told of. A failover may lose others, and never this one. */
  let acknowledged = { revision: 0, heldAt: Number.NEGATIVE_INFINITY };
  const wentBackTo = (present: number) =>
    history.break(
      `the database went back to revision ${present}, although this server has committed revision ${acknowledged.revision}`,
    );
  const announcer = createAnnouncer(options.startRevision, (present, known) => {
    if (present < Math.min(known, acknowledged.revision)) throw wentBackTo(present);
  });
  /** When the reading began that confirmed the announced revision, or a commit of this node was made. */
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let wokenMeanwhile = false;

  /** What arrives after the limit is dropped: the next reading asks for the same revisions again. */
  async function readOnce(): Promise<void> {
    history.requireUnbroken();
    const startedAt = now();
    const after = announcer.revision;
    const limit = createDeadline(READING_MILLISECONDS);
    const rows = await withDeadline(limit, () => untilDeadline(read(after)));
    announcer.announce(rows, after);
    confirmedAt = Math.max(confirmedAt, startedAt);
  }

  /** Joins the running reading, or starts one. Two readings never run at once: revisions must be announced in order. */
  function readNow(): Promise<void> {
    // Of no request: all wait for it, and listeners go on to read what they hold.
    reading ??= withoutDeadline(readOnce).finally(() => {
      reading = undefined;
      if (wokenMeanwhile) wake();
    });
    return untilDeadline(reading);
  }

  function wake(): void {
    // A reading that began before the notification may have missed the new change.
    wokenMeanwhile = reading !== undefined;
    if (!wokenMeanwhile) readNow().catch(() => {});
  }

  const isFresh = () => !history.isBroken && now() <= confirmedAt + freshForMilliseconds;
  const isCurrent = (atLeast: number) => isFresh() && announcer.revision >= atLeast;

  async function becomeCurrent(atLeast: number): Promise<void> {
    const joined = reading !== undefined;
    await readNow();
    if (isCurrent(atLeast)) return;
    // A reading that was already running may have begun before the wanted revision was written, or too long ago.
    if (joined) await readNow();
    if (!isFresh()) throw new UnavailableError("the permission data here is not current");
    const { revision: present } = announcer;
    if (present < atLeast) throw new UnknownRevisionError({ wanted: atLeast, present });
  }

  async function catchUp({ revision, entries, heldAt }: LoggedRevision): Promise<void> {
    history.requireUnbroken();
    // Commits may come in here in another order. Of two, the later one to hold the lock has the higher revision.
    if (revision <= acknowledged.revision && heldAt > acknowledged.heldAt) throw wentBackTo(revision);
    if (revision > acknowledged.revision) acknowledged = { revision, heldAt };
    try {
      if (announcer.revision === revision - 1) {
        const row = entries === null ? NOT_LOGGED : { revision, entries };
        announcer.announce([{ newest: revision, ...row }]);
        confirmedAt = Math.max(confirmedAt, heldAt);
      }
      if (announcer.revision < revision) await becomeCurrent(revision);
    } catch {
      // Every reading that runs now began after the commit, so its success makes this node current again.
      if (announcer.revision < revision) confirmedAt = Number.NEGATIVE_INFINITY;
    }
  }

  const timer = setInterval(() => readNow().catch(() => {}), options.pollEveryMilliseconds).unref();

  return {
    get revision() {
      return announcer.revision;
    },
    confirm: (atLeast = 0) => (isCurrent(atLeast) ? undefined : becomeCurrent(atLeast)),
    refresh: readNow,
    ageMilliseconds: () => now() - confirmedAt,
    onChange: announcer.onChange,
    onReset: announcer.onReset,
    wake,
    catchUp,
    close: () => clearInterval(timer),
  };
}
