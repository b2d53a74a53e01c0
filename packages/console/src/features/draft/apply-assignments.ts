import { callApi } from "../../api/call-api.ts";
import {
  type Assignment,
  type StoredAssignment,
  withoutIdentity,
} from "../../components/access/assignment.ts";
import type { Draft } from "../../components/draft/draft.ts";
import { changeApplied } from "./applied-draft.ts";
import { assignmentsCall } from "./apply-draft.ts";

/** Applies the assignments of a draft in one transaction, and remembers how to undo it. */
export async function applyAssignments(draft: Draft): Promise<void> {
  // The server answers that it changed an expiry, but not from what: undo needs the value from before.
  const before = await Promise.all(draft.assign.map(findStored));
  const { body } = await callApi("POST /assignments:batch", assignmentsCall(draft));
  changeApplied((applied) => ({
    ...applied,
    created: body.created.filter(({ effect }) => effect === "created").map(({ id }) => id),
    changed: body.created.flatMap(({ id, effect }, place) => {
      const [known, after] = [before[place], draft.assign[place]];
      return effect === "updated" && known && after ? [{ id, before: withoutIdentity(known), after }] : [];
    }),
    revoked: draft.revoke.map(withoutIdentity),
  }));
}

/** Finds the stored assignment that differs from this one in its expiry at most. */
async function findStored(assignment: Assignment): Promise<StoredAssignment | undefined> {
  const { principal, role, permission } = assignment;
  const query = {
    principal,
    ...(role !== undefined && { role }),
    ...(permission !== undefined && { permission }),
  };
  const { body } = await callApi("GET /assignments", { query });
  return body.items.find(({ at, when }) => at === assignment.at && when === assignment.when);
}
