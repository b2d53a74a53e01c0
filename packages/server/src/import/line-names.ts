import type { PrincipalKey } from "@licet/engine/internal/entities.ts";
import { formatPrincipalKey, parsePrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { Reference } from "../directory/kinds/field.ts";
import { ENTRY_KINDS, type EntryKind, KINDS, kindOf } from "../directory/kinds/kinds.ts";
import type { ImportEntry } from "./import-line-schema.ts";

/** What a line defines, and what it refers to, as texts that are equal when they mean the same entity. */
export interface LineNames {
  readonly defines: readonly string[];
  readonly refers: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;

/** The members of a kind that name other entities. */
const REFERENCES = new Map(
  ENTRY_KINDS.map((kind) => [
    kind,
    Object.values(kindOf(kind).fields).flatMap(({ wire, refersTo }) =>
      refersTo && wire ? [{ wire, refersTo }] : [],
    ),
  ]),
);

export function namesOf(entry: ImportEntry): LineNames {
  const { kind } = entry;
  const defines: string[] = [];
  const refers: string[] = [];
  addNames(kind, entry, defines);
  if (kind === "application")
    for (const part of entry.access_accounts) addNames("access_account", part, defines);
  for (const { wire, refersTo } of REFERENCES.get(kind) ?? [])
    addReferences(refersTo, (entry as Members)[wire], entry, refers);
  if (kind === "group") for (const member of entry.members ?? []) refers.push(principal(member));
  return { defines, refers };
}

/** `role:clerk`, and for a principal its key. */
function addNames(kind: EntryKind, entry: object, defines: string[]): void {
  const { entryNames, keys = [] } = KINDS[kind] as {
    readonly entryNames?: (entry: object) => readonly (string | undefined)[];
    readonly keys?: readonly ((entry: object) => string | undefined)[];
  };
  const names = entryNames?.(entry) ?? keys.map((key) => key(entry));
  for (const name of names) if (name !== undefined) defines.push(`${kind}:${name}`);
}

/** Adds the names in a member: one, or a list of them. */
function addReferences(reference: Reference, value: unknown, entry: ImportEntry, refers: string[]): void {
  const { to, member } = reference;
  if (Array.isArray(value)) {
    for (const item of value)
      addReferences({ to }, member === undefined ? item : item[member], entry, refers);
    return;
  }
  if (typeof value !== "string") return;
  if (to === "permission") refers.push(permission(value));
  else if (to === "member" || to === "principal") refers.push(principal(value));
  // A parent is an id of the same resource, or `<resource>/<id>`. An assignment needs only the resource.
  else if (to === "instance" && entry.kind === "instance")
    refers.push(`instance:${value}`, `instance:${entry.resource}/${value}`);
  else if (to === "instance") refers.push(`resource:${value.slice(0, value.indexOf("/"))}`);
  else refers.push(`${to}:${value}`);
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
