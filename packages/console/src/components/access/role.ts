import type { Entity, EntityBody } from "../../api/entities.ts";

export type Role = Entity<"role">;

/** Licet creates this role; only a new version of Licet changes it. */
export const ADMINISTRATOR_ROLE = "licet-administrator";

/** A role while it is edited: every field has a value. */
export interface RoleInput {
  readonly description: string;
  readonly inherits: readonly string[];
  readonly grants: readonly GrantInput[];
}

export interface GrantInput {
  readonly permission: string;
  readonly when: string;
}

export const EMPTY_ROLE: RoleInput = { description: "", inherits: [], grants: [] };

export const roleInputFrom = (role: Pick<Role, "description" | "inherits" | "grants">): RoleInput => ({
  description: role.description ?? "",
  inherits: role.inherits ?? [],
  grants: (role.grants ?? []).map(({ permission, when = "" }) => ({ permission, when })),
});

export const roleBodyFrom = (typed: RoleInput): EntityBody<"role"> => ({
  ...(typed.description.trim() !== "" && { description: typed.description.trim() }),
  inherits: typed.inherits,
  grants: typed.grants.map(({ permission, when }) => ({
    permission,
    ...(when.trim() !== "" && { when: when.trim() }),
  })),
});
