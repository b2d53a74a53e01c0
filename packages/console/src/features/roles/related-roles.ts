import { callApi } from "../../api/call-api.ts";
import type { Role } from "../../components/access/role.ts";
import { walk } from "../../values/walk.ts";

export interface RelatedRoles {
  /** The role, its ancestors and its descendants by inheritance, by name. */
  readonly roles: ReadonlyMap<string, Role>;
  /** The names of the roles that inherit from it, directly or not. */
  readonly inheriting: ReadonlySet<string>;
  /** There are more roles than the graph shows. */
  readonly isPartial: boolean;
}

/** The limit in each direction; more roles do not fit into a graph. */
const MOST_ROLES = 60;

export async function readRelatedRoles(name: string, signal: AbortSignal): Promise<RelatedRoles> {
  const [inherited, inheriting] = await Promise.all([
    readInherited(name, signal),
    readInheriting(name, signal),
  ]);
  const found = [...inheriting.found.values()].flatMap(({ items }) => items);
  return {
    roles: new Map([...found.map((role) => [role.name, role] as const), ...inherited.found]),
    inheriting: new Set(found.map((role) => role.name)),
    isPartial:
      inherited.isPartial ||
      inheriting.isPartial ||
      [...inheriting.found.values()].some(({ isCut }) => isCut),
  };
}

const readInherited = (name: string, signal: AbortSignal) =>
  walk(
    name,
    MOST_ROLES,
    async (name) => (await callApi("GET /roles/{name}", { params: { name }, signal })).body,
    ({ inherits = [] }) => inherits,
  );

const readInheriting = (name: string, signal: AbortSignal) =>
  walk(
    name,
    MOST_ROLES,
    async (inherits) => {
      const { body } = await callApi("GET /roles", { query: { inherits, limit: MOST_ROLES }, signal });
      return { items: body.items, isCut: body.next_cursor !== undefined };
    },
    ({ items }) => items.map(({ name }) => name),
  );
