import type { BodyOf } from "../../api/call-api.ts";
import type { Assignment } from "../access/assignment.ts";
import { type TypedRole, writeRole } from "../access/role.ts";

/** Changes that were thought of and not made yet. */
export interface Draft {
  readonly roles: readonly DraftRole[];
  readonly give: readonly Assignment[];
  readonly takeAway: readonly DraftRemoval[];
  /** Asked before and after: what must not break. */
  readonly checks: readonly DraftCheck[];
}

export interface DraftRole {
  readonly name: string;
  readonly role: TypedRole;
  /** As it was when it came into the draft; undefined for a new one. */
  readonly before?: TypedRole | undefined;
  readonly etag?: string | undefined;
}

/** An assignment that would go, with all it says, so that it can be shown and undone. */
export type DraftRemoval = Assignment & { readonly id: string };

export interface DraftCheck {
  readonly subject: string;
  readonly permission: string;
  readonly resource?: string | undefined;
}

export const NO_DRAFT: Draft = { roles: [], give: [], takeAway: [], checks: [] };

export const countChanges = ({ roles, give, takeAway }: Draft): number =>
  roles.length + give.length + takeAway.length;

/** The question whose answer is what the draft would do. */
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
