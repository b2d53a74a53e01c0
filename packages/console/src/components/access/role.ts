import type { AnswerOf, BodyOf } from "../../api/call-api.ts";

export type Role = AnswerOf<"GET /roles/{name}">;

/** Licet creates this role; only a new version of Licet changes it. */
export const ADMINISTRATOR_ROLE = "licet-administrator";

/** A role while it is edited: every field has a value. */
export interface TypedRole {
  readonly description: string;
  readonly inherits: readonly string[];
  readonly grants: readonly TypedGrant[];
}

export interface TypedGrant {
  readonly permission: string;
  readonly when: string;
}

export const NO_ROLE: TypedRole = { description: "", inherits: [], grants: [] };

export const typeRole = (role: Pick<Role, "description" | "inherits" | "grants">): TypedRole => ({
  description: role.description ?? "",
  inherits: role.inherits ?? [],
  grants: (role.grants ?? []).map(({ permission, when = "" }) => ({ permission, when })),
});

export const writeRole = (typed: TypedRole): BodyOf<"PUT /roles/{name}"> => ({
  ...(typed.description.trim() !== "" && { description: typed.description.trim() }),
  inherits: typed.inherits,
  grants: typed.grants.map(({ permission, when }) => ({
    permission,
    ...(when.trim() !== "" && { when: when.trim() }),
  })),
});

export const isSameRole = (one: TypedRole, other: TypedRole): boolean =>
  JSON.stringify(writeRole(one)) === JSON.stringify(writeRole(other));
