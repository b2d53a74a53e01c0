import type { Assignment, PrincipalKey } from "@licet/engine/internal/entities.ts";
import {
  EVERY_USER,
  formatPrincipalKey,
  isPrincipalOf,
  principalId,
} from "@licet/engine/internal/values/principal-key.ts";
import { type EpochSeconds, isExpired } from "@licet/engine/internal/values/time.ts";
import { sortedBy } from "../directory/kinds/file-form.ts";
import { KINDS, kindOf } from "../directory/kinds/kinds.ts";
import { OTHER_KINDS } from "../directory/other-kinds.ts";
import { ADMINISTRATOR_ROLE, CONSOLE_APPLICATION, OWN_RESOURCE } from "../directory/own-names.ts";
import type { StoredConfiguration } from "./read-configuration.ts";

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
      .map((resource) => ({
        ...KINDS.resource.toEntry(resource),
        ...withEntries(
          "instances",
          sortedBy(instancesOf.get(resource.name) ?? [], ({ id }) => id).map(KINDS.instance.toEntry),
        ),
      })),
    permissions: sortedBy(stored.permission, ({ name }) => name).map(KINDS.permission.toEntry),
    roles: sortedBy(stored.role, ({ name }) => name)
      .filter(({ name }) => name !== ADMINISTRATOR_ROLE)
      .map(KINDS.role.toEntry),
    users: sortedBy(stored.user, ({ username }) => username).map(KINDS.user.toEntry),
    groups: sortedBy(stored.group, ({ name }) => name).map((group) => ({
      ...KINDS.group.toEntry(group),
      members: (membersOf.get(group.name) ?? []).map(({ member }) => nameOf(member)).sort(),
    })),
    applications: sortedBy(stored.application, ({ id }) => id)
      .filter(({ id }) => id !== CONSOLE_APPLICATION)
      .map((application) => ({
        ...KINDS.application.toEntry(application),
        ...withEntries(
          "access_accounts",
          sortedBy(accountsOf.get(application.id) ?? [], ({ accessKey }) => accessKey).map(
            KINDS.access_account.toEntry,
          ),
        ),
      })),
    assignments: sortAssignments(assignments, nameOf),
    ...exportOthers(stored),
  };
  return {
    content: Object.fromEntries(Object.entries(content).filter(([, entries]) => entries.length > 0)),
    expired: {
      accessKeys: [...expiredKeys],
      assignmentIds: expiredAssignments.map(({ id }) => id),
    },
  };
}

/** The kinds whose entries are no more than their fields. */
const exportOthers = (stored: StoredConfiguration): Readonly<Record<string, readonly object[]>> =>
  Object.fromEntries(
    OTHER_KINDS.map((kind) => {
      const { section, id, toEntry } = kindOf(kind);
      return [section, sortedBy(stored[kind] as readonly never[], id).map(toEntry)];
    }),
  );

/** Nothing where there are none. */
const withEntries = (name: string, entries: readonly object[]): Readonly<Record<string, unknown>> =>
  entries.length === 0 ? {} : { [name]: entries };

const sortAssignments = (assignments: readonly Assignment[], nameOf: (principal: PrincipalKey) => string) =>
  sortedBy(
    assignments.map((assignment) => ({ ...assignment, name: nameOf(assignment.principal) })),
    ({ name, role, permission, at, when }) =>
      [name, role === undefined ? "permission" : "role", role ?? permission, at ?? "", when ?? ""].join("\n"),
  ).map(({ name, ...assignment }) => ({ ...KINDS.assignment.toEntry(assignment), principal: name }));

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
