import { callApi } from "../api/call-api.ts";
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
  const given = { query: { search, limit: HITS_PER_KIND }, signal };
  const kinds = [
    callApi("GET /users", given).then(({ body }) =>
      body.items.map(
        (user): SearchHit => ({
          label: nameUser(user),
          detail: user.email ?? user.username,
          icon: "person",
          place: { to: "/users/$id", params: { id: user.id } },
        }),
      ),
    ),
    callApi("GET /applications", given).then(({ body }) =>
      body.items.map(
        (application): SearchHit => ({
          label: nameApplication(application),
          detail: application.client_id,
          icon: "application",
          place: {
            to: "/applications/$clientId",
            params: { clientId: application.client_id ?? application.id },
          },
        }),
      ),
    ),
    callApi("GET /roles", given).then(({ body }) =>
      body.items.map(
        (role): SearchHit => ({
          label: role.name,
          icon: "role",
          place: { to: "/roles/$name", params: { name: role.name } },
        }),
      ),
    ),
    callApi("GET /resources", given).then(({ body }) =>
      body.items.map(
        (resource): SearchHit => ({
          label: resource.name,
          detail: resource.identifier,
          icon: "resource",
          place: { to: "/resources/$name", params: { name: resource.name } },
        }),
      ),
    ),
    callApi("GET /groups", given).then(({ body }) =>
      body.items.map(
        (group): SearchHit => ({
          label: group.name,
          icon: "group",
          place: { to: "/groups/$name", params: { name: group.name } },
        }),
      ),
    ),
  ];
  return mergeSearches(kinds, onSkipped);
}
