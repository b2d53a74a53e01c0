import type { EpochMilliseconds } from "@licet/engine/internal/values/time.ts";
import type { AuditEvent } from "./events.ts";

/**
 * The common members of failures of one kind. The row that counts the failures contains them, so the number of their
 * values must be bounded by the number of clients and reasons: a name that a caller invented is not allowed here.
 */
export interface FailureKind {
  readonly actor: string;
  readonly target?: string;
  readonly data: Readonly<Record<string, string>>;
}

export interface FailureSampler {
  /** Records the first failures of a kind and an address in a minute, and counts the rest. */
  add(event: AuditEvent, kind: FailureKind): void;
  /** Records the counts of the last minute after it ends. */
  tick(now: EpochMilliseconds): void;
  /** Records all counts now. */
  close(): void;
}

/** Enough events to diagnose the failures. */
const FAILURES_WITH_A_ROW = 20;
/**
 * The number of kinds and addresses counted separately in a minute: it bounds the memory and the rows that
 * unauthenticated callers can use.
 */
const MOST_GROUPS = 1_000;

interface Group {
  readonly summary: Omit<AuditEvent, "at">;
  seen: number;
  last: EpochMilliseconds;
}

const minuteOf = (time: EpochMilliseconds): number => Math.floor(time / 60_000);

/** A caller can fail any number of times. Most failures are only counted, so they cannot fill the disk. */
export function createFailureSampler(options: {
  readonly record: (event: AuditEvent) => void;
  /** The network of an address that one caller controls: the caller can use any address in it. */
  readonly networkOf: (ip: string) => string;
  readonly mostGroups?: number;
}): FailureSampler {
  const { record, networkOf, mostGroups = MOST_GROUPS } = options;
  let groups = new Map<string, Group>();
  let minute = 0;

  function close(): void {
    for (const { summary, seen, last } of groups.values()) {
      const count = seen - FAILURES_WITH_A_ROW;
      if (count > 0) record({ at: last, ...summary, data: { ...summary.data, count } });
    }
    groups = new Map();
  }

  function tick(now: EpochMilliseconds): void {
    const current = minuteOf(now);
    if (current === minute) return;
    close();
    minute = current;
  }

  function findGroup({ type, ip }: AuditEvent, { actor, target, data }: FailureKind): Group {
    const own = {
      type,
      actor,
      ...(target !== undefined && { target }),
      ...(ip !== undefined && { ip: networkOf(ip) }),
      data,
    };
    const key = JSON.stringify(own);
    if (groups.has(key) || groups.size < mostGroups) return getOrCreateGroup(key, own);
    // Beyond the limit, failures are grouped by type and reason only. There are few reasons.
    const shared = { type, actor: "unknown", data };
    return getOrCreateGroup(JSON.stringify(shared), shared);
  }

  function getOrCreateGroup(key: string, summary: Group["summary"]): Group {
    const group = groups.get(key) ?? { summary, seen: 0, last: 0 };
    groups.set(key, group);
    return group;
  }

  return {
    add(event, kind) {
      // An event may arrive late, after a lookup of its client. It must not begin the minute before again: each new
      // minute allows new rows.
      if (minuteOf(event.at) > minute) tick(event.at);
      const group = findGroup(event, kind);
      group.seen += 1;
      group.last = event.at;
      if (group.seen <= FAILURES_WITH_A_ROW) record(event);
    },
    tick,
    close,
  };
}
