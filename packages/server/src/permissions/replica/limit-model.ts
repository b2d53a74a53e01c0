import type { Role } from "@licet/engine/internal/entities.ts";
import type { ModelData } from "@licet/engine/internal/model.ts";
import type { ModelRecord } from "@licet/engine/internal/replica/records.ts";
import { InvalidInputError } from "../../core/errors/errors.ts";
import type { ReplicaLimits } from "../stores.ts";

/** The model as a copy holds it. */
export interface LimitedModel {
  readonly record: ModelRecord;
  /** Absent when the copy holds everything. */
  readonly limits?: ReplicaLimits;
}

/**
 * Without descriptions and, where a copy is limited to some resources, without everything that gives nothing in them:
 * other resources, permissions that belong to none, and roles. Throws InvalidInputError for an unknown resource.
 */
export function limitModel(data: ModelData, resources: readonly string[] | undefined): LimitedModel {
  if (resources === undefined) return { record: writeModel(data) };
  requireResources(data, resources);
  const isWithin = ({ permission }: { readonly permission: string }) =>
    resources.includes(permission.slice(0, Math.max(0, permission.indexOf(":"))));
  const relevant = findRelevantRoles(data.roles, (role) => role.grants.some(isWithin));
  const record = writeModel({
    ...data,
    resources: data.resources.filter(({ name }) => resources.includes(name)),
    permissions: [],
    roles: data.roles
      .filter(({ name }) => relevant.has(name))
      .map((role) => ({
        ...role,
        inherits: role.inherits.filter((name) => relevant.has(name)),
        grants: role.grants.filter(isWithin),
      })),
  });
  return { record, limits: { resources, roles: record.roles.map(({ name }) => name) } };
}

function requireResources(data: ModelData, resources: readonly string[]): void {
  const known = data.resources.map(({ name }) => name);
  const name = resources.find((resource) => !known.includes(resource));
  if (name === undefined) return;
  const issue = { code: "not_found", kind: "resource", name } as const;
  throw new InvalidInputError(`there is no resource ${JSON.stringify(name)}`, { issue });
}

/** The roles that give something by themselves, and those that inherit them. */
function findRelevantRoles(roles: readonly Role[], gives: (role: Role) => boolean): ReadonlySet<string> {
  const heirs = new Map<string, string[]>();
  for (const { name, inherits } of roles)
    for (const inherited of inherits) heirs.set(inherited, [...(heirs.get(inherited) ?? []), name]);
  const relevant = new Set(roles.filter(gives).map(({ name }) => name));
  // The set grows while it is read: each role is looked at once.
  for (const name of relevant) for (const heir of heirs.get(name) ?? []) relevant.add(heir);
  return relevant;
}

const writeModel = ({ resources, permissions, roles, groupNesting }: ModelData): ModelRecord => ({
  kind: "model",
  resources: resources.map(({ name, actions }) => ({ name, actions: Object.keys(actions) })),
  permissions: permissions.map(({ name }) => name),
  roles: roles.map(({ name, inherits, grants }) => ({
    name,
    inherits,
    grants: grants.map(({ permission, when }) =>
      when === undefined ? { permission } : { permission, when },
    ),
  })),
  nesting: groupNesting.map(({ group, member }) => ({ group, member })),
});

/** The conditions of the grants of roles. */
export const conditionsOf = ({ roles }: ModelRecord): readonly string[] =>
  roles.flatMap(({ grants }) => grants.flatMap(({ when }) => (when === undefined ? [] : [when])));
