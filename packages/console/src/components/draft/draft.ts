import type { BodyOf } from "../../api/call-api.ts";
import type { Assignment } from "../access/assignment.ts";
import { type TypedRole, writeRole } from "../access/role.ts";

/** Changes that are planned but not applied. */
export interface Draft {
  readonly roles: readonly DraftRole[];
  readonly give: readonly Assignment[];
  readonly takeAway: readonly DraftRemoval[];
  /** Checks that are evaluated before and after the changes, to show what would break. */
  readonly checks: readonly DraftCheck[];
}

export interface DraftRole {
  readonly name: string;
  readonly role: TypedRole;
  /** The base version in the draft; undefined for a new role. */
  readonly before?: TypedRole | undefined;
  readonly etag?: string | undefined;
}

/** An assignment to revoke, with all its members, so that it can be shown and undone. */
export type DraftRemoval = Assignment & { readonly id: string };

export interface DraftCheck {
  readonly subject: string;
  readonly permission: string;
  readonly resource?: string | undefined;
}

export const NO_DRAFT: Draft = { roles: [], give: [], takeAway: [], checks: [] };

export const countChanges = ({ roles, give, takeAway }: Draft): number =>
  roles.length + give.length + takeAway.length;

/** Builds the simulation request of the draft. */
export const writeSimulation = (draft: Draft): BodyOf<"POST /simulate"> => ({
  state: {
    roles: draft.roles.map(({ name, role }) => ({ name, ...writeRole(role) })),
    assignments: draft.give,
  },
  delete: draft.takeAway.map(({ id }) => ({ kind: "assignment", id })),
  checks: draft.checks.map(({ subject, permission, resource }) => ({
    subject,
    permission,
    ...(resource !== undefined && { resource }),
  })),
});
