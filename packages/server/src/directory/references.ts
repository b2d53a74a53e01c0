import {
  formatPrincipalKey,
  PRINCIPAL_TYPES,
  type PrincipalType,
} from "@licet/engine/internal/values/principal-key.ts";
import type { AnyField, Reference } from "./kinds/field.ts";
import { ENTITY_KINDS, type EntityKind, kindOf } from "./kinds/kinds.ts";

/** A field that can name an entity, with the text that means it there. */
export interface Place {
  readonly kind: EntityKind;
  /** The member of entities of the kind. */
  readonly name: string;
  readonly field: AnyField & { readonly refersTo: Reference };
  readonly text: string;
  /** The text is the beginning of the names: `orders:` of all permissions of a resource. */
  readonly isPrefix: boolean;
}

/** How a field names an entity. A part names the one that it belongs to. Uses are listed in this order. */
const RELATIONS = ["permission", "same", "instance", "part", "principal"] as const;
type Relation = (typeof RELATIONS)[number];

/** Within a relation, uses of these kinds are listed first, and those of the kind of the named entity last. */
const FIRST_USERS: readonly EntityKind[] = ["role", "membership", "assignment"];

function rankOf(user: EntityKind, named: EntityKind): number {
  if (user === named) return Number.POSITIVE_INFINITY;
  const rank = FIRST_USERS.indexOf(user);
  return rank === -1 ? FIRST_USERS.length + ENTITY_KINDS.indexOf(user) : rank;
}

/** Every field that can name the entity. Empty for a kind that nothing refers to. */
export const placesOf = (kind: EntityKind, id: string): readonly Place[] =>
  listReferences(kind).map((place) => ({ ...place, ...textFor(kind, id, place.field.refersTo) }));

/** Whether a name is that of the entity. */
export const isNamed = ({ text, isPrefix }: Place, name: string): boolean =>
  isPrefix ? name.startsWith(text) : name === text;

type Found = Pick<Place, "kind" | "name" | "field"> & { readonly relation: Relation };
const listed = new Map<EntityKind, readonly Found[]>();

/** They follow from the kinds, so they are looked for once. */
function listReferences(kind: EntityKind): readonly Found[] {
  const known = listed.get(kind);
  if (known) return known;
  const users = ENTITY_KINDS.toSorted((one, other) => rankOf(one, kind) - rankOf(other, kind));
  const found = users.flatMap((user) =>
    Object.entries(kindOf(user).fields).flatMap(([name, field]): Found[] => {
      const relation = relate(user, field, kind);
      return relation === undefined ? [] : [{ kind: user, name, field: field as Found["field"], relation }];
    }),
  );
  const inOrder = RELATIONS.flatMap((relation) => found.filter((each) => each.relation === relation));
  listed.set(kind, inOrder);
  return inOrder;
}

function relate(user: EntityKind, { wire, refersTo }: AnyField, kind: EntityKind): Relation | undefined {
  const { owner } = kindOf(user);
  if (refersTo === undefined || refersTo.isOwner) return undefined;
  if (owner === kind) return wire === owner ? "part" : undefined;
  const { to } = refersTo;
  if (to === "permission" && (kind === "permission" || kind === "resource")) return "permission";
  if (to === "instance" && kind === "resource") return "instance";
  if (to === "principal" && isPrincipalType(kind)) return "principal";
  if (to === "member" && (kind === "user" || kind === "group")) return "principal";
  return to === kind ? "same" : undefined;
}

function textFor(kind: EntityKind, id: string, { to }: Reference): Pick<Place, "text" | "isPrefix"> {
  if ((to === "principal" || to === "member") && isPrincipalType(kind))
    return { text: formatPrincipalKey(kind, id), isPrefix: false };
  if (kind === "resource" && to === "permission") return { text: `${id}:`, isPrefix: true };
  if (kind === "resource" && to === "instance") return { text: `${id}/`, isPrefix: true };
  return { text: id, isPrefix: false };
}

const isPrincipalType = (kind: string): kind is PrincipalType =>
  (PRINCIPAL_TYPES as readonly string[]).includes(kind);
