import type { PrincipalKey } from "@licet/engine/internal/entities.ts";
import { ID_PREFIXES } from "@licet/engine/internal/values/id-prefixes.ts";
import { type PrincipalType, parsePrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { Planning } from "./planning.ts";

/**
 * Reads the entities that a state names, many with one statement. The steps of the plan would read each when they come
 * to it, which takes most of the time of a large file or a set of an import.
 */
export async function loadNamed({ content, stored }: Planning): Promise<void> {
  const named = createNames();
  const roles = new Set<string>();
  for (const { principal, role } of content.assignments) {
    named.add(principal);
    if (role !== undefined) roles.add(role);
  }
  for (const { name, members = [] } of content.groups) {
    named.ids.group.add(name);
    for (const member of members) named.add(member);
  }
  for (const { group, member } of content.memberships) {
    named.ids.group.add(group);
    named.add(member);
  }
  for (const { id, username } of content.users) {
    if (id !== undefined) named.ids.user.add(id);
    named.usernames.add(username);
  }
  for (const { client_id, access_accounts } of content.applications) {
    if (client_id !== undefined) named.ids.application.add(client_id);
    for (const { access_key } of access_accounts)
      if (access_key !== undefined) named.ids.access_account.add(access_key);
  }
  for (const { application, access_key } of content.access_accounts) {
    named.ids.application.add(application);
    if (access_key !== undefined) named.ids.access_account.add(access_key);
  }
  await stored.load("role", [...roles]);
  await stored.loadUsers([...named.usernames]);
  for (const [kind, ids] of Object.entries(named.ids)) await stored.load(kind as PrincipalType, [...ids]);
  await stored.load("instance", instanceKeys(content));
}

function createNames() {
  const usernames = new Set<string>();
  const ids: Record<PrincipalType, Set<string>> = {
    user: new Set(),
    group: new Set(),
    application: new Set(),
    access_account: new Set(),
  };
  return {
    usernames,
    ids,
    add(principal: string): void {
      // The schema has already refused all other forms.
      const { type, id } = parsePrincipalKey(principal as PrincipalKey);
      if (type === "user" && !id.startsWith(ID_PREFIXES.user)) usernames.add(id);
      else ids[type].add(id);
    },
  };
}

const instanceKeys = ({ resources, instances }: Planning["content"]): readonly string[] => [
  ...resources.flatMap(({ name, instances: own }) => own.map(({ id }) => `${name}/${id}`)),
  ...instances.map(({ resource, id }) => `${resource}/${id}`),
];
