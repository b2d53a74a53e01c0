import type { EntityKind } from "../state/change.ts";
import { OWN_RESOURCE } from "../state/own-names.ts";

const ACTIONS: { readonly [K in EntityKind]: string } = {
  resource: "resources.write",
  permission: "permissions.write",
  role: "roles.write",
  group: "groups.write",
  membership: "groups.write",
  user: "users.write",
  instance: "resources.write",
  application: "applications.write",
  access_account: "applications.write",
  secret: "applications.write",
  assignment: "assignments.write",
};

/** What a token needs to write entities of this kind, as for the routes of these entities. */
export const writePermissionOf = (kind: EntityKind): string => `${OWN_RESOURCE}:${ACTIONS[kind]}`;
