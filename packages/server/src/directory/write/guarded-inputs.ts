import type { InputRoot } from "@licet/engine/internal/conditions/condition-reads.ts";
import type { EntityKind } from "../change.ts";
import { OWN_RESOURCE } from "../own-names.ts";

const permissionTo = (action: string): string => `${OWN_RESOURCE}:${action}`;
const READ_USERS = permissionTo("users.read");
const READ_APPLICATIONS = permissionTo("applications.read");
const READ_RESOURCES = permissionTo("resources.read");

/** The inputs of conditions that are stored data, with the permissions that a token needs to read them. */
const NEEDED: ReadonlyMap<InputRoot, readonly string[]> = new Map([
  // A subject may be a user or an application, and a condition does not say which.
  ["subject", [READ_USERS, READ_APPLICATIONS]],
  ["client", [READ_APPLICATIONS]],
  ["resource", [READ_RESOURCES]],
]);

export const GUARDED_INPUTS: readonly InputRoot[] = [...NEEDED.keys()];

/** The permissions that the token lacks to read this input; empty when none is missing. */
export const lackingToRead = (input: InputRoot, permissions: ReadonlySet<string>): readonly string[] =>
  (NEEDED.get(input) ?? []).filter((permission) => !permissions.has(permission));

/** The permissions to read `subject`, `client` and `resource` of conditions, by the kind of the stored entity. */
const NEEDED_BY_KIND: Partial<Record<EntityKind, string>> = {
  user: READ_USERS,
  application: READ_APPLICATIONS,
  access_account: READ_APPLICATIONS,
  secret: READ_APPLICATIONS,
  instance: READ_RESOURCES,
};

/** True when the token may learn whether a stored entity of this kind equals a given value. */
export function mayCompare(kind: EntityKind, permissions: ReadonlySet<string>): boolean {
  const needed = NEEDED_BY_KIND[kind];
  return needed === undefined || permissions.has(needed);
}
