import type { Place } from "../../ui/place.ts";

/** Finds the page of an entity by its kind and its id or name; undefined if the kind has no page. */
export function findEntityPlace(kind: string, id: string): Place | undefined {
  switch (kind) {
    case "user":
      return { to: "/users/$id", params: { id } };
    case "application":
      return { to: "/applications/$clientId", params: { clientId: id } };
    case "role":
      return { to: "/roles/$name", params: { name: id } };
    case "group":
      return { to: "/groups/$name", params: { name: id } };
    case "resource":
      return { to: "/resources/$name", params: { name: id } };
    case "permission":
      return { to: "/resources/+permissions", search: { open: id } };
    case "key":
      return { to: "/settings/keys" };
    default:
      return undefined;
  }
}
