import { type Entity, findEntities } from "../api/entities.ts";
import { PAGES, type PageKind, placeOf } from "../components/kinds/pages.ts";
import { nameApplication, nameUser } from "../components/principals/name-principal.ts";
import { mergeSearches, type OnSkipped } from "../components/search/use-search.ts";
import type { IconName } from "../ui/icons.tsx";
import type { Place } from "../ui/place.ts";

export interface SearchHit {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly icon: IconName;
  readonly place: Place;
}

const HITS_PER_KIND = 5;

/** Returns a few matches of every kind. */
export async function searchEverything(
  search: string,
  signal: AbortSignal,
  onSkipped: OnSkipped,
): Promise<readonly SearchHit[]> {
  if (search === "") return [];
  const find = async <Kind extends PageKind>(
    kind: Kind,
    lineOf: (entity: Entity<Kind>) => Pick<SearchHit, "label" | "detail">,
  ): Promise<readonly SearchHit[]> =>
    (await findEntities(kind, search, HITS_PER_KIND, signal)).map((entity) => ({
      ...lineOf(entity),
      icon: PAGES[kind].icon,
      place: placeOf(kind, entity.id),
    }));
  const kinds = [
    find("user", (user) => ({ label: nameUser(user), detail: user.email ?? user.username })),
    find("application", (one) => ({ label: nameApplication(one), detail: one.client_id })),
    find("role", ({ name }) => ({ label: name })),
    find("resource", ({ name, identifier }) => ({ label: name, detail: identifier })),
    find("group", ({ name }) => ({ label: name })),
  ];
  return mergeSearches(kinds, onSkipped);
}
