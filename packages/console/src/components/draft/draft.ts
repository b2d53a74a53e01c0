import type { BodyOf } from "../../api/call-api.ts";
import type { Assignment } from "../access/assignment.ts";
import { type RoleInput, roleBodyFrom } from "../access/role.ts";

/** Changes that are planned but not applied. */
export interface Draft {
  readonly roles: readonly DraftRole[];
  readonly assign: readonly Assignment[];
  readonly revoke: readonly DraftRemoval[];
  /** Checks that are evaluated before and after the changes, to show what would break. */
  readonly checks: readonly DraftCheck[];
}

export interface DraftRole {
  readonly name: string;
  readonly role: RoleInput;
  /** The base version in the draft; undefined for a new role. */
  readonly before?: RoleInput | undefined;
  readonly etag?: string | undefined;
}

/** An assignment to revoke, with all its members, so that it can be shown and undone. */
export type DraftRemoval = Assignment & { readonly id: string };

export interface DraftCheck {
  readonly subject: string;
  readonly permission: string;
  readonly resource?: string | undefined;
}

export const EMPTY_DRAFT: Draft = { roles: [], assign: [], revoke: [], checks: [] };

export const countChanges = ({ roles, assign, revoke }: Draft): number =>
  roles.length + assign.length + revoke.length;

/** Builds the simulation request of the draft. */
export const simulationFrom = (draft: Draft): BodyOf<"POST /simulate"> => ({
  state: {
    roles: draft.roles.map(({ name, role }) => ({ name, ...roleBodyFrom(role) })),
    assignments: draft.assign,
  },
  delete: draft.revoke.map(({ id }) => ({ kind: "assignment", id })),
  checks: draft.checks.map(({ subject, permission, resource }) => ({
    subject,
    permission,
    ...(resource !== undefined && { resource }),
  })),
});
