import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { SnapshotEnd, SnapshotStart } from "@licet/engine/internal/replica/records.ts";
import { UnavailableError } from "../../core/errors/errors.ts";
import { createDeadline, requireTime, withDeadline } from "../../core/time/deadline.ts";
import type { ReplicaKind, ReplicaStore, ReplicaView } from "../stores.ts";
import { conditionsOf, type LimitedModel, limitModel } from "./limit-model.ts";
import { selectMembers } from "./replica-selection.ts";
import { membersReadBy, summarizeMembers } from "./stored-members.ts";

export interface SnapshotRequest {
  /** Only what gives something in these resources; everything when absent. */
  readonly resources?: readonly string[] | undefined;
  /** With the usernames of users, whether a condition reads them or not. */
  readonly usernames: boolean;
}

export interface SnapshotWriter {
  /** Called once, before the first line. Until it resolves, a failure is an ordinary answer. */
  begin(start: SnapshotStart): Promise<void>;
  /** Resolves when more may be written. */
  write(lines: readonly string[]): Promise<void>;
}

/** Writes what decisions read, all of one revision. Throws UnavailableError while too many others do. */
export type WriteSnapshot = (request: SnapshotRequest, writer: SnapshotWriter) => Promise<void>;

/** Each holds a connection of the database, and one makes the node busy already. */
const MOST_AT_ONCE = 2;
const LONGEST_MILLISECONDS = 60_000;

export function createWriteSnapshot(
  store: ReplicaStore,
  { mostAtOnce = MOST_AT_ONCE, longestMilliseconds = LONGEST_MILLISECONDS } = {},
): WriteSnapshot {
  let running = 0;
  return async (request, writer) => {
    if (running >= mostAtOnce) throw new UnavailableError("other snapshots are being written");
    running += 1;
    try {
      // Longer than other requests may take; the database is not asked any more afterwards.
      await withDeadline(createDeadline(longestMilliseconds), () =>
        store.read((view) => writeView(view, request, writer)),
      );
    } finally {
      running -= 1;
    }
  };
}

/** Users before what they hold: a reader can tell them apart then. */
const KINDS: readonly ReplicaKind[] = ["user", "application", "access_account", "instance", "principal"];

async function writeView(
  view: ReplicaView,
  { resources, usernames }: SnapshotRequest,
  writer: SnapshotWriter,
): Promise<void> {
  const model = limitModel(await view.loadModel(), resources);
  const reads = await readMembers(view, model);
  const { revision } = view;
  const start: SnapshotStart = {
    kind: "snapshot",
    revision,
    reads,
    ...(resources && { resources }),
    usernames,
  };
  await writer.begin(start);
  await writer.write([JSON.stringify(start), JSON.stringify(model.record)]);
  let records = 1;
  const selection = selectMembers(reads, usernames, model.limits);
  for (const kind of KINDS) {
    for await (const page of view.listRecords(kind, selection)) {
      records += page.length;
      await writer.write(page);
      await pause();
    }
  }
  const end: SnapshotEnd = { kind: "end", records };
  await writer.write([JSON.stringify(end)]);
}

/** The stored members that the conditions of roles and assignments read. */
export async function readMembers(view: ReplicaView, model: LimitedModel): Promise<readonly string[]> {
  const members = new Set(conditionsOf(model.record).flatMap(membersReadBy));
  for await (const conditions of view.listConditions(model.limits)) {
    for (const member of conditions.flatMap(membersReadBy)) members.add(member);
    await pause();
  }
  return summarizeMembers(members);
}

/** Between two pages: other requests are answered, and the time may be over. */
async function pause(): Promise<void> {
  requireTime();
  await yieldToOthers();
}
