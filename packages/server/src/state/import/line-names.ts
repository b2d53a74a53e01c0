import type { PrincipalKey } from "@licet/engine/entities.ts";
import {
  formatPrincipalKey,
  type PrincipalType,
  parsePrincipalKey,
} from "@licet/engine/values/principal-key.ts";
import type { ImportEntry } from "./import-line-schema.ts";

/** What a line defines, and what it refers to, as texts that are equal when they mean the same entity. */
export interface LineNames {
  readonly defines: readonly string[];
  readonly refers: readonly string[];
}

export function namesOf(entry: ImportEntry): LineNames {
  switch (entry.kind) {
    case "resource":
      return { defines: [resource(entry.name)], refers: [] };
    case "permission":
      return { defines: [permission(entry.name)], refers: [] };
    case "role":
      return {
        defines: [role(entry.name)],
        refers: [...entry.inherits.map(role), ...entry.grants.map((grant) => permission(grant.permission))],
      };
    case "group":
      return {
        defines: [formatPrincipalKey("group", entry.name)],
        refers: (entry.members ?? []).map(principal),
      };
    case "user":
      return {
        defines: [formatPrincipalKey("user", entry.username), ...given("user", entry.id)],
        refers: [],
      };
    case "membership":
      return {
        defines: [`membership:${entry.group} ${entry.member}`],
        refers: [formatPrincipalKey("group", entry.group), principal(entry.member)],
      };
    case "instance":
      return {
        defines: [`instance:${entry.resource}/${entry.id}`],
        refers: [resource(entry.resource), ...parentOf(entry)],
      };
    case "application":
      return {
        defines: [
          ...given("application", entry.client_id),
          ...given("application", entry.name),
          ...entry.access_accounts.flatMap(accountNames),
        ],
        refers: [...entry.delegated.map(({ scope }) => permission(scope)), ...entry.serves.map(resource)],
      };
    case "access_account":
      return {
        defines: accountNames(entry),
        refers: [
          formatPrincipalKey("application", entry.application),
          ...(entry.ceiling ?? []).map(permission),
        ],
      };
    case "assignment":
      return ofAssignment(entry);
  }
}

function ofAssignment(entry: Extract<ImportEntry, { kind: "assignment" }>): LineNames {
  const { at, when } = entry;
  const granted = entry.role === undefined ? permission(entry.permission ?? "") : role(entry.role);
  const key = `assignment:${entry.principal} ${granted} ${at ?? ""} ${when ?? ""}`;
  const refers = [principal(entry.principal), granted];
  return {
    defines: [key],
    refers: at === undefined ? refers : [...refers, resource(at.split("/", 1)[0] ?? "")],
  };
}

const role = (name: string): string => `role:${name}`;
const resource = (name: string): string => `resource:${name}`;

/** A permission of a resource is defined with its resource. */
function permission(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? `permission:${name}` : resource(name.slice(0, colon));
}

/** A principal has no other form than its type and its name: the schema has refused those. */
function principal(text: string): string {
  const { type, id } = parsePrincipalKey(text as PrincipalKey);
  return formatPrincipalKey(type, id);
}

const given = (kind: PrincipalType, name: string | undefined): readonly string[] =>
  name === undefined ? [] : [formatPrincipalKey(kind, name)];

const accountNames = ({ access_key, name }: { access_key?: string; name?: string }): readonly string[] => [
  ...given("access_account", access_key),
  ...given("access_account", name),
];

/** An id of the same resource, or `<resource>/<id>`. */
function parentOf({ resource: own, parent }: { resource: string; parent?: string }): readonly string[] {
  return parent === undefined ? [] : [`instance:${parent}`, `instance:${own}/${parent}`];
}
