import { entityId } from "../../../packages/server/src/directory/change.ts";
import type { History, Write } from "./history.ts";
import type { LogRow, RecordedLog } from "./recorded-log.ts";

/** Every acknowledged commit is in the log under its revision, no refused one is, and there is nothing else. */
export function* checkLog({ writes }: History, log: RecordedLog): Generator<string> {
  const ofActor = new Map(log.rows.map((row) => [row.actor, row]));
  const actors = new Set(writes.map(({ actor }) => actor));
  const before = Math.max(
    0,
    log.rows.findIndex(({ actor }) => actors.has(actor)),
  );
  yield* checkOrder(log);
  // Rows from before the experiment belong to the nodes themselves.
  for (const row of log.rows.slice(before)) yield* checkRow(row, actors, log);
  for (const write of writes) yield* checkWrite(write, ofActor.get(write.actor));
}

function* checkOrder({ rows, revision }: RecordedLog): Generator<string> {
  let previous = (rows[0]?.revision ?? 1) - 1;
  for (const row of rows) {
    if (row.revision !== previous + 1) yield `the log goes from ${previous} to ${row.revision}`;
    previous = row.revision;
  }
  if (previous !== revision) yield `the revision is ${revision}, the log ends at ${previous}`;
}

function* checkRow(row: LogRow, actors: ReadonlySet<string>, log: RecordedLog): Generator<string> {
  const { revision, actor, entries } = row;
  if (!actors.has(actor)) {
    // Nodes themselves write keys, and Licet's own resource and role.
    if (!entries.every(({ kind, id }) => kind === "key" || id.startsWith("licet")))
      yield `nobody asked for revision ${revision} (${actor})`;
    return;
  }
  const audited = log.audited.get(revision) ?? 0;
  if (audited !== entries.length) {
    yield `revision ${revision}: ${entries.length} changes, ${audited} audit events`;
  }
}

function* checkWrite({ actor, changes, result }: Write, row: LogRow | undefined): Generator<string> {
  if ("revision" in result && row?.revision !== result.revision) {
    yield `${actor} was acknowledged at ${result.revision}, the log has it at ${row?.revision ?? "no revision"}`;
  }
  if ("failure" in result && result.failure === "refused" && row)
    yield `${actor} was refused and is in the log`;
  if ("failure" in result && result.failure === "unexpected") yield `${actor}: ${result.message}`;
  if (row && !namesChanges(row, changes)) yield `${actor}: the log names other changes`;
}

/** The row has the changes in their order. After a deletion, it may have the deletions that followed from it. */
function namesChanges({ entries }: LogRow, changes: Write["changes"]): boolean {
  const wanted = changes.map((change) => `${change.op} ${change.kind} ${entityId(change)}`);
  let next = 0;
  for (const { op, kind, id } of entries) {
    if (`${op} ${kind} ${id}` === wanted[next]) next += 1;
    else if (op !== "delete" || changes[next - 1]?.op !== "delete") return false;
  }
  return next === wanted.length;
}
