import type {
  ReplicaAssignment,
  ReplicaBeat,
  ReplicaChange,
  ReplicaRecord,
  SnapshotEnd,
  SnapshotLine,
  SnapshotStart,
} from "./records.ts";

/** Something in a snapshot or a change that no server of this version writes. The copy has to be loaded again. */
export class InvalidRecordError extends Error {
  override readonly name = "InvalidRecordError";
}

type Members = Readonly<Record<string, unknown>>;
type Test = (value: unknown) => boolean;

/** A line of a snapshot. */
export function parseSnapshotLine(value: unknown): SnapshotLine {
  const members = requireMembers(value);
  if (members.kind === "snapshot") return requireShape<SnapshotStart>(members, START);
  if (members.kind === "end") return requireShape<SnapshotEnd>(members, { records: isCount });
  return parseRecord(members);
}

/** The content of a `change` event. */
export function parseChange(value: unknown): ReplicaChange {
  const change = requireShape<ReplicaChange>(requireMembers(value), { ...BEAT, records: Array.isArray });
  for (const record of change.records) parseRecord(requireMembers(record));
  return change;
}

/** The content of a `beat` event. */
export const parseBeat = (value: unknown): ReplicaBeat =>
  requireShape<ReplicaBeat>(requireMembers(value), BEAT);

/** An unknown kind is refused: it may be something that decisions of a newer server read. */
function parseRecord(members: Members): ReplicaRecord {
  const shape = typeof members.kind === "string" && Object.hasOwn(RECORDS, members.kind);
  if (!shape) throw new InvalidRecordError(`unknown kind of record: ${JSON.stringify(members.kind)}`);
  return requireShape<ReplicaRecord>(members, RECORDS[members.kind as ReplicaRecord["kind"]]);
}

function requireMembers(value: unknown): Members {
  if (isObject(value)) return value;
  throw new InvalidRecordError("expected an object");
}

function requireShape<T extends object>(members: Members, shape: Shape): T {
  for (const name in shape) {
    if (!(shape[name] as Test)(members[name]))
      throw new InvalidRecordError(`${String(members.kind ?? "event")}: ${name} is not as expected`);
  }
  return members as T;
}

type Shape = Readonly<Record<string, Test>>;

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText: Test = (value) => typeof value === "string";
const isFlag: Test = (value) => typeof value === "boolean";
const isCount: Test = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isTime: Test = (value) => typeof value === "number" && Number.isFinite(value);
const isDuration: Test = (value) => isTime(value) && (value as number) >= 0;
const optional =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const shaped =
  (shape: Shape): Test =>
  (value) =>
    isObject(value) && Object.entries(shape).every(([name, test]) => test(value[name]));

const isAssignment: Test = (value) => {
  if (!isObject(value)) return false;
  const { role, permission, at, when, expires_at } = value as Partial<ReplicaAssignment>;
  if ((role === undefined) === (permission === undefined)) return false;
  if (typeof (role ?? permission) !== "string") return false;
  if (at !== undefined && !isInstanceKey(at)) return false;
  return (when === undefined || isText(when)) && (expires_at === undefined || isTime(expires_at));
};
const isInstanceKey: Test = (value) => typeof value === "string" && value.includes("/");
const isPrincipalKey: Test = (value) => typeof value === "string" && value.includes(":");

const BEAT: Shape = { revision: isCount, elapsed: isDuration };
const START: Shape = {
  revision: isCount,
  reads: listOf(isText),
  resources: optional(listOf(isText)),
  usernames: isFlag,
};
const REMOVABLE: readonly unknown[] = ["user", "application", "access_account", "instance"];
const RECORDS: Readonly<Record<ReplicaRecord["kind"], Shape>> = {
  model: {
    resources: listOf(shaped({ name: isText, actions: listOf(isText) })),
    permissions: listOf(isText),
    roles: listOf(
      shaped({
        name: isText,
        inherits: listOf(isText),
        grants: listOf(shaped({ permission: isText, when: optional(isText) })),
      }),
    ),
    nesting: listOf(shaped({ group: isText, member: isText })),
  },
  principal: { key: isPrincipalKey, assignments: listOf(isAssignment), groups: optional(listOf(isText)) },
  user: {
    id: isText,
    enabled: isFlag,
    username: optional(isText),
    email: optional(isText),
    attributes: optional(isObject),
  },
  application: { id: isText, enabled: isFlag, name: optional(isText), type: optional(isText) },
  access_account: {
    access_key: isText,
    application: isText,
    enabled: isFlag,
    ceiling: optional(listOf(isText)),
    expires_at: optional(isTime),
  },
  instance: { key: isInstanceKey, parent: optional(isInstanceKey), attributes: optional(isObject) },
  removed: { of: (value) => REMOVABLE.includes(value), id: isText },
};
