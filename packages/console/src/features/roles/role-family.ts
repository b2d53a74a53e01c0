import { callApi } from "../../api/call-api.ts";
import type { Role } from "./role.ts";

export interface RoleFamily {
  /** The role, all it inherits and all that inherit it, directly or not, by name. */
  readonly roles: ReadonlyMap<string, Role>;
  readonly heirs: ReadonlySet<string>;
  /** Not all roles were looked at: heirs may be missing. */
  readonly isPartial: boolean;
}

const PAGE = 200;
/** The API has no search by what is inherited, so roles are read; this many, and no more. */
export const MOST_ROLES = 1_000;

export async function readRoleFamily(name: string, signal: AbortSignal): Promise<RoleFamily> {
  const { roles: known, isPartial } = await readRoles(signal);
  const all = new Map(known.map((role) => [role.name, role]));
  const ancestors = await withAncestors(name, all, signal);
  const heirs = heirsOf(name, known);
  const names = new Set([...ancestors, ...heirs]);
  return {
    roles: new Map([...all].filter(([each]) => names.has(each))),
    heirs: new Set(heirs),
    isPartial,
  };
}

async function readRoles(signal: AbortSignal): Promise<{ roles: readonly Role[]; isPartial: boolean }> {
  const roles: Role[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
    const { body } = await callApi("GET /roles", { query, signal });
    roles.push(...body.items);
    cursor = body.next_cursor;
    if (cursor === undefined || roles.length >= MOST_ROLES) return { roles, isPartial: cursor !== undefined };
  }
}

/** Upwards; one that is not among the first roles is read by its name, and becomes known. */
async function withAncestors(
  name: string,
  known: Map<string, Role>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  const waiting = [name];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const role =
      known.get(next) ?? (await callApi("GET /roles/{name}", { params: { name: next }, signal })).body;
    known.set(next, role);
    waiting.push(...(role.inherits ?? []));
  }
  return seen;
}

function heirsOf(name: string, roles: readonly Role[]): readonly string[] {
  const found = new Set<string>();
  const waiting = [name];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { name: heir, inherits } of roles) {
      if (!inherits?.includes(next) || found.has(heir)) continue;
      found.add(heir);
      waiting.push(heir);
    }
  }
  return [...found];
}
