import type { AnswerOf, BodyOf } from "../../api/call-api.ts";

/** An assignment as the API, a draft and an address have it. */
export type Assignment = BodyOf<"POST /assignments">;
export type StoredAssignment = AnswerOf<"GET /assignments/{id}">;

/** An assignment while it is edited: every field has a value. */
export interface AssignmentInput {
  readonly principal: string;
  readonly gives: "role" | "permission";
  readonly role: string;
  readonly permission: string;
  readonly at: string;
  readonly when: string;
  readonly expiresAt: string | undefined;
}

export const assignmentInputFrom = (known: Partial<Assignment>): AssignmentInput => ({
  principal: known.principal ?? "",
  gives: known.permission !== undefined && known.role === undefined ? "permission" : "role",
  role: known.role ?? "",
  permission: known.permission ?? "",
  at: known.at ?? "",
  when: known.when ?? "",
  expiresAt: known.expires_at,
});

export const assignmentFrom = (typed: AssignmentInput): Assignment => ({
  principal: typed.principal,
  ...(typed.gives === "role" ? { role: typed.role } : { permission: typed.permission }),
  ...(typed.at !== "" && { at: typed.at }),
  ...(typed.when.trim() !== "" && { when: typed.when.trim() }),
  ...(typed.expiresAt !== undefined && { expires_at: typed.expiresAt }),
});

/** Omits the members that the server adds, so that the assignment can be created again. */
export const withoutIdentity = (stored: Assignment): Assignment =>
  assignmentFrom(assignmentInputFrom(stored));

export const isComplete = (typed: AssignmentInput): boolean =>
  typed.principal !== "" && typed[typed.gives] !== "";

export const isExpired = ({ expires_at }: Pick<Assignment, "expires_at">): boolean =>
  expires_at !== undefined && Date.parse(expires_at) <= Date.now();
