import { callApi } from "../../api/call-api.ts";
import { walk } from "../../values/walk.ts";
import { findPrincipal } from "../principals/principal.ts";

export interface Nesting {
  /** The group, its ancestors and its descendants, direct or not. */
  readonly groups: readonly string[];
  /** Each pair is a group and a group directly in it. */
  readonly contains: readonly (readonly [outer: string, inner: string])[];
  readonly isPartial: boolean;
}

/** The limit in each direction; more groups do not fit into a graph. */
const MOST_GROUPS = 40;
/** Members are sorted by name, and `group:…` precedes `user:…`, so the first page has the groups. */
const PAGE = 200;

export async function readNesting(name: string, signal: AbortSignal): Promise<Nesting> {
  const [inside, outside] = await Promise.all([
    walk(
      name,
      MOST_GROUPS,
      (group) => readInner(group, signal),
      (groups) => groups,
    ),
    walkOutwards(name, signal),
  ]);
  const groups = new Set([...inside.found.keys(), ...outside.found.keys()]);
  const contains = [
    ...[...inside.found].flatMap(([outer, inner]) => inner.map((group) => [outer, group] as const)),
    ...[...outside.found].flatMap(([inner, outer]) => outer.map((group) => [group, inner] as const)),
  ];
  return {
    groups: [...groups],
    contains: contains.filter(([outer, inner]) => groups.has(outer) && groups.has(inner)),
    isPartial: inside.isPartial || outside.isPartial,
  };
}

/** Returns the ancestors of a group. */
export const walkOutwards = (name: string, signal: AbortSignal) =>
  walk(
    name,
    MOST_GROUPS,
    (group) => readOuter(`group:${group}`, signal),
    (groups) => groups,
  );

async function readInner(name: string, signal: AbortSignal): Promise<readonly string[]> {
  const given = { params: { name }, query: { limit: PAGE }, signal };
  const { body } = await callApi("GET /groups/{name}/members", given);
  const members = body.items.map(({ member }) => findPrincipal(member));
  return members.flatMap((member) => (member?.type === "group" ? [member.id] : []));
}

async function readOuter(member: string, signal: AbortSignal): Promise<readonly string[]> {
  const { body } = await callApi("GET /groups", { query: { member, limit: MOST_GROUPS }, signal });
  return body.items.map(({ name }) => name);
}
