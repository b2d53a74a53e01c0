import { InvalidInputError } from "@licet/engine/internal/values/invalid-input-error.ts";
import { cleanText } from "../draft/clean-text.ts";
import type { Note } from "../draft/create-notes.ts";
import {
  type ExportFile,
  type ExportRecord,
  entriesOf,
  isRecord,
  recordOf,
  textOf,
} from "../export-values.ts";

/** The lists of a user pool, from answers of Authing's management API. */
export interface AuthingUserPool {
  readonly applications: ExportRecord[];
  /** Programmatic access accounts: pairs of AK and SK. */
  readonly accessAccounts: ExportRecord[];
  readonly resources: ExportRecord[];
  readonly roles: ExportRecord[];
  readonly groups: ExportRecord[];
  readonly users: ExportRecord[];
  readonly authorizations: ExportRecord[];
  readonly dataPolicies: ExportRecord[];
  /** The members of files that were not read, and why. */
  readonly unread: Note[];
}
type Kind = Exclude<keyof AuthingUserPool, "unread">;

/** The members of a file that was collected from several answers. Namespaces are in the resources and roles as well. */
const MEMBERS: Readonly<Record<string, Kind | "namespaces">> = {
  applications: "applications",
  accessAccounts: "accessAccounts",
  programmaticAccessAccounts: "accessAccounts",
  namespaces: "namespaces",
  resources: "resources",
  dataResources: "resources",
  roles: "roles",
  groups: "groups",
  users: "users",
  authorizations: "authorizations",
  dataPolicies: "dataPolicies",
};

export function readUserPool(files: readonly ExportFile[]): AuthingUserPool {
  const pool: AuthingUserPool = {
    applications: [],
    accessAccounts: [],
    resources: [],
    roles: [],
    groups: [],
    users: [],
    authorizations: [],
    dataPolicies: [],
    unread: [],
  };
  for (const { name, data } of files) {
    const members = isRecord(data) ? Object.keys(data).filter((key) => Object.hasOwn(MEMBERS, key)) : [];
    if (members.length > 0) {
      readMembers(pool, name, recordOf(data));
      continue;
    }
    const entries = listIn(data);
    const kinds = entries.map(kindOf);
    if (kinds.length === 0 || kinds.includes(undefined)) throw notAnExport(name);
    for (const [index, entry] of entries.entries()) pool[kinds[index] ?? "users"].push(entry);
  }
  return pool;
}

function readMembers(pool: AuthingUserPool, file: string, data: ExportRecord): void {
  for (const [member, value] of Object.entries(data)) {
    const kind = Object.hasOwn(MEMBERS, member) ? MEMBERS[member] : undefined;
    const leaveOut = (why: string) =>
      pool.unread.push({ what: `member ${cleanText(member, 50)} of ${file}`, why });
    if (kind === undefined) leaveOut(`it is none of ${Object.keys(MEMBERS).join(", ")}`);
    else if (findList(value) === undefined) leaveOut("it is neither a list nor an answer with a list");
    else if (kind !== "namespaces") for (const entry of listIn(value)) pool[kind].push(entry);
  }
}

/** The entries of an answer, `{ "statusCode": 200, "data": { "list": [ … ] } }`, or of a list. */
export const listIn = (value: unknown, textField?: string): readonly ExportRecord[] =>
  entriesOf(findList(value), textField);

function findList(value: unknown): readonly unknown[] | undefined {
  const data = Array.isArray(value) ? value : (recordOf(value).data ?? value);
  const list = Array.isArray(data) ? data : recordOf(data).list;
  return Array.isArray(list) ? list : undefined;
}

/** The kind of an entry of an answer that stands alone. */
function kindOf(entry: ExportRecord): Kind | undefined {
  if (textOf(entry.targetType)) return "authorizations";
  if (textOf(entry.policyName)) return "dataPolicies";
  if (textOf(entry.appId)) return "tokenLifetime" in entry ? "accessAccounts" : "applications";
  if (textOf(entry.userId)) return "users";
  if ("actions" in entry) return "resources";
  if (textOf(entry.code) && textOf(entry.namespace)) return "roles";
  return undefined;
}

const notAnExport = (name: string) =>
  new InvalidInputError(
    `${name} is no export of Authing: expected an object with ${Object.keys(MEMBERS).join(", ")}, or an answer of the management API with a list of one of them`,
  );
