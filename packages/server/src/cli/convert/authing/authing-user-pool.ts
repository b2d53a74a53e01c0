import { InvalidInputError } from "../../../core/errors.ts";
import {
  type ExportFile,
  type ExportRecord,
  isRecord,
  recordOf,
  recordsOf,
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
}
type Kind = keyof AuthingUserPool;

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
  };
  for (const { name, data } of files) {
    const members = isRecord(data) ? Object.keys(data).filter((key) => Object.hasOwn(MEMBERS, key)) : [];
    for (const member of members) {
      const kind = MEMBERS[member];
      if (kind !== undefined && kind !== "namespaces")
        for (const entry of listIn(recordOf(data)[member])) pool[kind].push(entry);
    }
    if (members.length > 0) continue;
    const entries = listIn(data);
    const kinds = entries.map(kindOf);
    if (kinds.length === 0 || kinds.includes(undefined)) throw notAnExport(name);
    for (const [index, entry] of entries.entries()) pool[kinds[index] ?? "users"].push(entry);
  }
  return pool;
}

/** The entries of an answer, `{ "statusCode": 200, "data": { "list": [ … ] } }`, or of a list. */
export function listIn(value: unknown): readonly ExportRecord[] {
  if (Array.isArray(value)) return recordsOf(value);
  const data = recordOf(value).data ?? value;
  return recordsOf(Array.isArray(data) ? data : recordOf(data).list);
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
