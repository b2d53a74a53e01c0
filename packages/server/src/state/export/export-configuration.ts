import type { Assignment, PrincipalKey } from "@licet/engine/entities.ts";
import {
  EVERY_USER,
  formatPrincipalKey,
  isPrincipalOf,
  principalId,
} from "@licet/engine/values/principal-key.ts";
import { type EpochSeconds, isExpired, writeTime } from "@licet/engine/values/time.ts";
import { ADMINISTRATOR_ROLE, CONSOLE_APPLICATION, OWN_RESOURCE } from "../own-names.ts";
import { entryOf, sortedBy, unlessEmpty } from "./entry-members.ts";
import type { StoredConfiguration } from "./read-configuration.ts";
import { writeApplicationEntry, writeUserEntry } from "./write-account-entries.ts";
import {
  writeGroupEntry,
  writePermissionEntry,
  writeResourceEntry,
  writeRoleEntry,
} from "./write-permission-entries.ts";

export interface ExportedConfiguration {
  /** The content of the file, with the keys and the order in which it is written. */
  readonly content: Readonly<Record<string, unknown>>;
  /** What has expired is not in the file. A file does not create an expired access account. */
  readonly expired: { readonly accessKeys: readonly string[]; readonly assignmentIds: readonly string[] };
}

/** Writes what is stored as the content of a configuration file. The same state gives the same content, in any database. */
export function exportConfiguration(stored: StoredConfiguration, now: EpochSeconds): ExportedConfiguration {
  const nameOf = createNaming(stored);
  const [expiredAccounts, accounts] = partition(stored.access_account, (each) =>
    isExpired(each.expiresAt, now),
  );
  const expiredKeys = new Set(expiredAccounts.map(({ accessKey }) => accessKey));
  const [expiredAssignments, assignments] = partition(
    stored.assignment,
    ({ expiresAt, principal }) =>
      isExpired(expiresAt, now) ||
      (isPrincipalOf("access_account", principal) && expiredKeys.has(principalId(principal))),
  );
  const instancesOf = Map.groupBy(stored.instance, ({ resource }) => resource);
  const membersOf = Map.groupBy(stored.membership, ({ group }) => group);
  const accountsOf = Map.groupBy(accounts, ({ applicationId }) => applicationId);
  const content = {
    resources: sortedBy(stored.resource, ({ name }) => name)
      .filter(({ name }) => name !== OWN_RESOURCE)
      .map((resource) => writeResourceEntry(resource, instancesOf.get(resource.name) ?? [])),
    permissions: sortedBy(stored.permission, ({ name }) => name).map(writePermissionEntry),
    roles: sortedBy(stored.role, ({ name }) => name)
      .filter(({ name }) => name !== ADMINISTRATOR_ROLE)
      .map(writeRoleEntry),
    users: sortedBy(stored.user, ({ username }) => username).map(writeUserEntry),
    groups: sortedBy(stored.group, ({ name }) => name).map((group) =>
      writeGroupEntry(
        group,
        (membersOf.get(group.name) ?? []).map(({ member }) => nameOf(member)),
      ),
    ),
    applications: sortedBy(stored.application, ({ id }) => id)
      .filter(({ id }) => id !== CONSOLE_APPLICATION)
      .map((application) => writeApplicationEntry(application, accountsOf.get(application.id) ?? [])),
    assignments: sortAssignments(assignments.map((assignment) => writeAssignmentEntry(assignment, nameOf))),
  };
  return {
    content: Object.fromEntries(Object.entries(content).filter(([, entries]) => unlessEmpty(entries))),
    expired: {
      accessKeys: [...expiredKeys],
      assignmentIds: expiredAssignments.map(({ id }) => id),
    },
  };
}

type AssignmentEntry = ReturnType<typeof writeAssignmentEntry>;

/** The id is not written: it follows from the principal, which has another id in another database. */
const writeAssignmentEntry = (
  { principal, role, permission, at, when, expiresAt }: Assignment,
  nameOf: (principal: PrincipalKey) => string,
) =>
  entryOf({
    principal: nameOf(principal),
    role,
    permission,
    at,
    when,
    expires_at: expiresAt === undefined ? undefined : writeTime(expiresAt),
  });

const sortAssignments = (entries: readonly AssignmentEntry[]): readonly AssignmentEntry[] =>
  sortedBy(entries, ({ principal, role, permission, at, when }) =>
    [principal, role === undefined ? "permission" : "role", role ?? permission, at ?? "", when ?? ""].join(
      "\n",
    ),
  );

/** A user is named by the username, because another database gives out another id. */
function createNaming({ user: users }: StoredConfiguration): (principal: PrincipalKey) => string {
  const usernames = new Map(users.map(({ id, username }) => [id, username]));
  return (principal) => {
    if (!isPrincipalOf("user", principal) || principal === EVERY_USER) return principal;
    const id = principalId(principal);
    return formatPrincipalKey("user", usernames.get(id) ?? id);
  };
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): readonly [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
