import { InvalidInputError } from "@licet/engine/internal/values/invalid-input-error.ts";
import {
  type ExportFile,
  type ExportRecord,
  entriesOf,
  isRecord,
  recordsOf,
  textOf,
} from "../export-values.ts";

/** What several files of one tenant have together. */
export interface Auth0Tenant {
  readonly clients: readonly ExportRecord[];
  readonly resourceServers: readonly ExportRecord[];
  readonly clientGrants: readonly ExportRecord[];
  readonly roles: readonly ExportRecord[];
  /** One for each user_id, with the roles and permissions of all lines about it. */
  readonly users: readonly ExportRecord[];
  /** Everything else: actions, rules, connections and so on, by member. */
  readonly others: ReadonlyMap<string, readonly ExportRecord[]>;
}

type Lists = { readonly [Kind in Exclude<keyof Auth0Tenant, "others">]: ExportRecord[] };

/** The names of lists: of the Deploy CLI, and of pages of the Management API. */
const LISTS: Readonly<Record<string, keyof Lists>> = {
  clients: "clients",
  resourceServers: "resourceServers",
  resource_servers: "resourceServers",
  clientGrants: "clientGrants",
  client_grants: "clientGrants",
  roles: "roles",
  users: "users",
};

/** A file with one line about a user has one record, and its `roles` are not those of the tenant. */
const isUser = (entry: ExportRecord): boolean => textOf(entry.user_id) !== undefined;

/** A list alone, as `auth0 api get` prints it, is known by the members of its entries. */
function kindOf(entry: ExportRecord): keyof Lists | undefined {
  if (isUser(entry)) return "users";
  if (textOf(entry.audience) && textOf(entry.client_id)) return "clientGrants";
  if (textOf(entry.identifier)) return "resourceServers";
  if (textOf(entry.client_id) || textOf(entry.app_type)) return "clients";
  return textOf(entry.name) ? "roles" : undefined;
}

export function readTenant(files: readonly ExportFile[]): Auth0Tenant {
  const lists: Lists = { clients: [], resourceServers: [], clientGrants: [], roles: [], users: [] };
  const others = new Map<string, readonly ExportRecord[]>();
  const add = (kind: keyof Lists, entries: readonly ExportRecord[]) => {
    for (const entry of entries) lists[kind].push(entry);
  };
  for (const { name, data } of files) {
    if (isRecord(data) && !isUser(data) && Object.keys(data).some((member) => Object.hasOwn(LISTS, member))) {
      for (const [member, value] of Object.entries(data)) {
        const kind = Object.hasOwn(LISTS, member) ? LISTS[member] : undefined;
        if (kind === undefined) others.set(member, recordsOf(value));
        else add(kind, entriesOf(value));
      }
      continue;
    }
    const list = Array.isArray(data) ? data : [data];
    for (const entry of list) {
      const kind = isRecord(entry) ? kindOf(entry) : undefined;
      if (kind === undefined) throw notAnExport(name);
      add(kind, recordsOf([entry]));
    }
  }
  return { ...lists, users: mergeUsers(lists.users), others };
}

const notAnExport = (name: string) =>
  new InvalidInputError(
    `${name} is no export of Auth0: expected tenant.yaml of a0deploy export, or lists of clients, resource servers, client grants, roles or users as auth0 api get prints them`,
  );

/** A line may have the profile of a user, and another one the roles: exports of users do not contain roles. */
function mergeUsers(users: readonly ExportRecord[]): readonly ExportRecord[] {
  const merged = new Map<string, ExportRecord>();
  for (const [index, user] of users.entries()) {
    // The conversion reports a user without an id, and two of them are not the same user.
    const key = textOf(user.user_id) ?? `without an id ${index}`;
    const known = merged.get(key) ?? {};
    const both = (member: string) => [...listOf(known[member]), ...listOf(user[member])];
    merged.set(key, { ...known, ...user, roles: both("roles"), permissions: both("permissions") });
  }
  return [...merged.values()];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
