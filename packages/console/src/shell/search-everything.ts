import { callApi } from "../api/call-api.ts";
import type { IconName } from "../ui/icons.tsx";
import type { Place } from "../ui/place.ts";

export interface SearchHit {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly icon: IconName;
  readonly place: Place;
}

const EACH = 5;

/** A few of every kind that match. A kind that this user may not read is left out. */
export async function searchEverything(search: string, signal: AbortSignal): Promise<readonly SearchHit[]> {
  if (search === "") return [];
  const given = { query: { search, limit: EACH }, signal };
  const kinds = await Promise.allSettled([
    callApi("GET /users", given).then(({ body }) =>
      body.items.map(
        (user): SearchHit => ({
          label: user.name ?? user.username,
          detail: user.email ?? user.username,
          icon: "person",
          place: { to: "/people/$id", params: { id: user.id } },
        }),
      ),
    ),
    callApi("GET /applications", given).then(({ body }) =>
      body.items.map(
        (application): SearchHit => ({
          label: application.name ?? application.client_id ?? application.id,
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
  ]);
  const refused = kinds.find((kind) => kind.status === "rejected");
  if (refused && kinds.every((kind) => kind.status === "rejected")) throw refused.reason;
  return kinds.flatMap((kind) => (kind.status === "fulfilled" ? kind.value : []));
}
