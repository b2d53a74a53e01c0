import { callApi } from "../../api/call-api.ts";
import type { Role } from "../../components/access/role.ts";
import { walk } from "../../values/walk.ts";

export interface RoleFamily {
  /** The role, its ancestors and its descendants by inheritance, by name. */
  readonly roles: ReadonlyMap<string, Role>;
  readonly heirs: ReadonlySet<string>;
  /** There are more roles than the graph shows. */
  readonly isPartial: boolean;
}

/** The limit in each direction; more roles do not fit into a graph. */
const MOST_ROLES = 60;

export async function readRoleFamily(name: string, signal: AbortSignal): Promise<RoleFamily> {
  const [inherited, heirs] = await Promise.all([readInherited(name, signal), readHeirs(name, signal)]);
  const found = [...heirs.found.values()].flatMap(({ items }) => items);
  return {
    roles: new Map([...found.map((role) => [role.name, role] as const), ...inherited.found]),
    heirs: new Set(found.map((role) => role.name)),
    isPartial: inherited.isPartial || heirs.isPartial || [...heirs.found.values()].some(({ isCut }) => isCut),
  };
}

const readInherited = (name: string, signal: AbortSignal) =>
  walk(
    name,
    MOST_ROLES,
    async (name) => (await callApi("GET /roles/{name}", { params: { name }, signal })).body,
    ({ inherits = [] }) => inherits,
  );

const readHeirs = (name: string, signal: AbortSignal) =>
  walk(
    name,
    MOST_ROLES,
    async (inherits) => {
      const { body } = await callApi("GET /roles", { query: { inherits, limit: MOST_ROLES }, signal });
      return { items: body.items, isCut: body.next_cursor !== undefined };
    },
    ({ items }) => items.map(({ name }) => name),
  );
