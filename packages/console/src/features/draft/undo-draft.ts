import { callApi } from "../../api/call-api.ts";
import { isGone, isVersionMismatch } from "../../api/issue-at.ts";
import { mergeMembers } from "../../api/merge-members.ts";
import { roleBodyFrom, roleInputFrom } from "../../components/access/role.ts";
import type { AppliedDraft, AppliedRole, ChangedAssignment } from "./applied-draft.ts";

/** What undo left as it is, because another user changed it since, or because the server refused. */
export type UndoProblem =
  | { readonly kind: "role changed" | "assignment gone" | "assignment changed"; readonly name: string }
  | { readonly kind: "failed"; readonly name: string; readonly error: unknown };

/**
 * Applies the inverse of a draft: assignments first, in one transaction, then the roles in reverse order. Every write
 * expects the state that the draft left; what another user changed since stays, and is told.
 */
export async function undoDraft(applied: AppliedDraft): Promise<readonly UndoProblem[]> {
  const problems: UndoProblem[] = [...(await undoAssignments(applied))];
  for (const role of applied.roles.toReversed()) {
    try {
      if (!(await undoRole(role))) problems.push({ kind: "role changed", name: role.name });
    } catch (error) {
      problems.push({ kind: "failed", name: role.name, error });
    }
  }
  return problems;
}

async function undoAssignments(applied: AppliedDraft): Promise<readonly UndoProblem[]> {
  const { created, changed, revoked } = applied;
  const problems: UndoProblem[] = [];
  try {
    const stored = new Map(
      await Promise.all(
        [...created, ...changed.map(({ id }) => id)].map(async (id) => [id, await find(id)] as const),
      ),
    );
    const isAsLeft = ({ id, after }: ChangedAssignment) => stored.get(id)?.expires_at === after.expires_at;
    const gone = created.filter((id) => !stored.get(id));
    const others = changed.filter((one) => !isAsLeft(one));
    problems.push(...gone.map((name) => ({ kind: "assignment gone", name }) as const));
    problems.push(...others.map(({ id: name }) => ({ kind: "assignment changed", name }) as const));
    const body = {
      create: [...revoked, ...changed.filter(isAsLeft).map(({ before }) => before)],
      delete: created.filter((id) => stored.get(id)),
    };
    if (body.create.length + body.delete.length > 0) await callApi("POST /assignments:batch", { body });
  } catch (error) {
    problems.push({ kind: "failed", name: "", error });
  }
  return problems;
}

async function find(id: string) {
  try {
    return (await callApi("GET /assignments/{id}", { params: { id } })).body;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Resolves to false if another user changed the same part of the role since. */
async function undoRole({ name, before, after, etag }: AppliedRole): Promise<boolean> {
  const params = { name };
  try {
    // A role that is used since is not deleted: the server answers what uses it.
    if (!before) await callApi("DELETE /roles/{name}", { params, ifMatch: etag });
    else await callApi("PUT /roles/{name}", { params, body: roleBodyFrom(before), ifMatch: etag });
    return true;
  } catch (error) {
    if (!isVersionMismatch(error)) throw error;
    if (!before) return false;
    const newest = await callApi("GET /roles/{name}", { params });
    const { merged, conflicts } = mergeMembers(after, before, roleInputFrom(newest.body));
    if (conflicts.length > 0) return false;
    await callApi("PUT /roles/{name}", { params, body: roleBodyFrom(merged), ifMatch: newest.etag });
    return true;
  }
}
