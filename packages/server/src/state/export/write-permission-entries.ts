import type {
  CustomPermission,
  Grant,
  Group,
  Instance,
  LocalizedText,
  Resource,
  Role,
} from "@licet/engine/entities.ts";
import {
  entryOf,
  requireNoOtherFields,
  sortedBy,
  sortMembers,
  unless,
  unlessEmpty,
} from "./entry-members.ts";

/** The entries of a configuration file for what is stored: parsed and planned again, they change nothing. */

export function writeResourceEntry(resource: Resource, instances: readonly Instance[]) {
  const { name, displayName, identifier, signingAlgorithm, accessTokenType, actions, ...rest } = resource;
  requireNoOtherFields(rest);
  return entryOf({
    name,
    display_name: displayName && writeText(displayName),
    identifier,
    signing_alg: unless("ES256", signingAlgorithm),
    access_token_type: unless("at+jwt", accessTokenType),
    actions: Object.fromEntries(
      sortedBy(Object.entries(actions), ([action]) => action).map(([action, { description }]) => [
        action,
        { description: writeText(description) },
      ]),
    ),
    instances: unlessEmpty(sortedBy(instances, ({ id }) => id).map(writeInstance)),
  });
}

/** The parent is written with its resource: an id alone could begin with the name of a resource. */
function writeInstance({ resource: _, id, parent, attributes, ...rest }: Instance) {
  requireNoOtherFields(rest);
  return entryOf({ id, parent, attributes: unlessEmpty(sortMembers(attributes) as Instance["attributes"]) });
}

export function writePermissionEntry({ name, description, ...rest }: CustomPermission) {
  requireNoOtherFields(rest);
  return { name, description: writeText(description) };
}

/** English alone is written as a plain string. English comes first among several languages. */
function writeText(texts: LocalizedText): string | LocalizedText {
  const { en = "", ...others } = texts;
  return Object.keys(others).length === 0 ? en : { en, ...(sortMembers(others) as LocalizedText) };
}

export function writeRoleEntry({ name, description, inherits, grants, ...rest }: Role) {
  requireNoOtherFields(rest);
  return entryOf({
    name,
    description,
    inherits: unlessEmpty(inherits),
    grants: unlessEmpty(grants.map(writeGrant)),
  });
}

const writeGrant = ({ permission, when }: Grant): string | Grant =>
  when === undefined ? permission : { permission, when };

/** `members` are principals by name: `user:alice`. */
export function writeGroupEntry({ name, description, ...rest }: Group, members: readonly string[]) {
  requireNoOtherFields(rest);
  return entryOf({ name, description, members: members.toSorted() });
}
