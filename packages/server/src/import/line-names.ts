import type { PrincipalKey } from "@licet/engine/internal/entities.ts";
import { formatPrincipalKey, parsePrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { Reference } from "../directory/kinds/field.ts";
import { type EntryKind, KINDS, kindOf } from "../directory/kinds/kinds.ts";
import type { ImportEntry } from "./import-line-schema.ts";

/** What a line defines, and what it refers to, as texts that are equal when they mean the same entity. */
export interface LineNames {
  readonly defines: readonly string[];
  readonly refers: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;

export function namesOf(entry: ImportEntry): LineNames {
  const parts = entry.kind === "application" ? entry.access_accounts : [];
  return {
    defines: [...namesIn(entry.kind, entry), ...parts.flatMap((part) => namesIn("access_account", part))],
    refers: [
      ...Object.values(kindOf(entry.kind).fields).flatMap(({ wire, refersTo }) =>
        refersTo && wire ? namesFor(refersTo, (entry as Members)[wire], entry) : [],
      ),
      ...(entry.kind === "group" ? (entry.members ?? []).map(principal) : []),
    ],
  };
}

/** `role:clerk`, and for a principal its key. */
function namesIn(kind: EntryKind, entry: object): readonly string[] {
  const { entryNames, keys = [] } = KINDS[kind] as {
    readonly entryNames?: (entry: object) => readonly (string | undefined)[];
    readonly keys?: readonly ((entry: object) => string | undefined)[];
  };
  const names = entryNames?.(entry) ?? keys.map((key) => key(entry));
  return names.flatMap((name) => (name === undefined ? [] : [`${kind}:${name}`]));
}

/** The names in a member: one, or a list of them. */
function namesFor(reference: Reference, value: unknown, entry: ImportEntry): readonly string[] {
  const { to, member } = reference;
  if (Array.isArray(value))
    return value.flatMap((item) => namesFor({ to }, member === undefined ? item : item[member], entry));
  if (typeof value !== "string") return [];
  switch (to) {
    case "permission":
      return [permission(value)];
    case "member":
    case "principal":
      return [principal(value)];
    case "instance":
      // A parent is an id of the same resource, or `<resource>/<id>`. An assignment needs only the resource.
      return entry.kind === "instance"
        ? [`instance:${value}`, `instance:${entry.resource}/${value}`]
        : [`resource:${value.split("/", 1)[0]}`];
    default:
      return [`${to}:${value}`];
  }
}

/** A permission of a resource is defined with its resource. */
function permission(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? `permission:${name}` : `resource:${name.slice(0, colon)}`;
}

/** A principal has no other form than its type and its name: the schema has refused those. */
function principal(text: string): string {
  const { type, id } = parsePrincipalKey(text as PrincipalKey);
  return formatPrincipalKey(type, id);
}
