import { type CompiledAssignment, createCompileAssignment } from "../compiled-assignment.ts";
import { StoredCondition } from "../conditions/stored-condition.ts";
import type { InstanceKey } from "../entities.ts";
import type { ReplicaAssignment } from "./records.ts";

/** Equal assignments become one object; most only name a role, and those are found without building a key. */
export function createInternAssignment(): (assignment: ReplicaAssignment) => CompiledAssignment {
  const compile = createCompileAssignment((source) => new StoredCondition(source));
  const byRole = new Map<string, CompiledAssignment>();
  return ({ role, permission, at, when, expires_at }) => {
    const isOfRoleAlone = at === undefined && when === undefined && expires_at === undefined;
    const known = isOfRoleAlone && role !== undefined ? byRole.get(role) : undefined;
    if (known) return known;
    const assignment = compile({
      ...(role !== undefined && { role }),
      ...(permission !== undefined && { permission }),
      ...(at !== undefined && { at: at as InstanceKey }),
      ...(when !== undefined && { when }),
      ...(expires_at !== undefined && { expiresAt: expires_at }),
    });
    if (isOfRoleAlone && role !== undefined) byRole.set(role, assignment);
    return assignment;
  };
}
