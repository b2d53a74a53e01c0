import type { IconName } from "../../ui/icons.tsx";
import type { Place } from "../../ui/place.ts";
import { KINDS } from "../../values/kinds.generated.ts";

/** The kinds with a list, a page of their own and a page for a new entity. */
export type PageKind = "application" | "resource" | "role" | "group" | "user";

interface KindPages {
  readonly icon: IconName;
  /** The parameter of the address of an entity. */
  readonly parameter: string;
  /** The member of a list's address that has the searched text. */
  readonly searchedBy: "q" | "search";
}

export const PAGES: Readonly<Record<PageKind, KindPages>> = {
  application: { icon: "application", parameter: "clientId", searchedBy: "search" },
  resource: { icon: "resource", parameter: "name", searchedBy: "q" },
  role: { icon: "role", parameter: "name", searchedBy: "search" },
  group: { icon: "group", parameter: "name", searchedBy: "search" },
  user: { icon: "person", parameter: "id", searchedBy: "q" },
};

export const hasPage = (kind: string): kind is PageKind => Object.hasOwn(PAGES, kind);

/** The address of a list is the path of the API's list. */
export const listOf = (kind: PageKind): Place => ({ to: KINDS[kind].list.replace("GET ", "") });

/** No id begins with a plus, so this is never the page of an entity. */
export const newPlaceOf = (kind: PageKind): Place => ({ to: `${listOf(kind).to}/+new` });

export function placeOf(kind: PageKind, id: string, tab = ""): Place {
  const { parameter } = PAGES[kind];
  return { to: `${listOf(kind).to}/$${parameter}${tab}`, params: { [parameter]: id } };
}

/** Finds the page of an entity by its kind and its id or name; undefined if the kind has no page. */
export function findEntityPlace(kind: string, id: string): Place | undefined {
  if (hasPage(kind)) return placeOf(kind, id);
  if (kind === "permission") return { to: "/resources/+permissions", search: { open: id } };
  return kind === "key" ? { to: "/settings/keys" } : undefined;
}
