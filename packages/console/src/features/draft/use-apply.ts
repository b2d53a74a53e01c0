import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../../api/call-api.ts";
import { isVersionMismatch } from "../../api/issue-at.ts";
import { type MemberConflict, mergeMembers } from "../../api/merge-members.ts";
import type { Changes } from "../../api/use-form-draft.ts";
import { EMPTY_ROLE, type RoleInput, roleInputFrom } from "../../components/access/role.ts";
import type { Draft, DraftRole } from "../../components/draft/draft.ts";
import { changeDraft, currentDraft } from "../../components/draft/draft-store.ts";
import { isSame } from "../../values/is-same.ts";
import { changeApplied, forgetApplied } from "./applied-draft.ts";
import { applyAssignments } from "./apply-assignments.ts";
import { type ApplyStep, applyRole, planSteps } from "./apply-draft.ts";

export type StepState = "waiting" | "working" | "done" | "failed";

interface Conflict {
  /** The role is already merged onto the stored version, except for the members that both changed. */
  readonly role: DraftRole;
  readonly members: readonly MemberConflict<RoleInput>[];
}

/** Applies the changes of a draft one by one. Applied changes leave the draft; failed ones stay in it. */
export function useApply(draft: Draft) {
  const queries = useQueryClient();
  const [steps] = useState(() => planSteps(draft));
  const [states, setStates] = useState<readonly StepState[]>(() => steps.map(() => "waiting"));
  const [error, setError] = useState<unknown>(undefined);
  const [conflict, setConflict] = useState<Conflict | undefined>(undefined);

  /** Resolves to true when all changes are applied. */
  const run = async (from: number): Promise<boolean> => {
    setError(undefined);
    setConflict(undefined);
    for (const [place, step] of steps.entries()) {
      if (place < from) continue;
      const mark = (state: StepState) => setStates((before) => before.with(place, state));
      mark("working");
      try {
        await applyStep(step);
        mark("done");
      } catch (problem) {
        mark("failed");
        if (step.kind === "role" && isVersionMismatch(problem)) setConflict(await rebase(roleNow(step.role)));
        else setError(problem);
        await queries.invalidateQueries();
        return false;
      }
    }
    await queries.invalidateQueries();
    return true;
  };
  const failedAt = states.indexOf("failed");

  return {
    steps,
    states,
    error,
    conflict,
    isDone: states.every((state) => state === "done"),
    isWorking: states.includes("working"),
    start() {
      // What an earlier draft changed can no longer be undone; a new attempt continues the same draft.
      if (failedAt === -1) forgetApplied();
      return run(Math.max(failedAt, 0));
    },
    async resolve(chosen: Changes<RoleInput>) {
      if (!conflict) return false;
      const { role } = conflict;
      replaceRole({ ...role, role: { ...role.role, ...chosen } as RoleInput });
      return run(failedAt);
    },
  };
}

async function applyStep(step: ApplyStep): Promise<void> {
  if (step.kind === "role") {
    await applyOnNewest(roleNow(step.role));
    forgetRole(step.role.name);
    return;
  }
  await applyAssignments(currentDraft());
  changeDraft((draft) => ({ ...draft, assign: [], revoke: [] }));
}

/** Reads the role from the current draft: a resolved conflict has updated its version. */
const roleNow = (role: DraftRole): DraftRole =>
  currentDraft().roles.find(({ name }) => name === role.name) ?? role;

/** Another user's changes to other members are merged without a question. */
async function applyOnNewest(role: DraftRole): Promise<void> {
  try {
    await applyAndRemember(role);
  } catch (problem) {
    if (!isVersionMismatch(problem)) throw problem;
    const { role: rebased, members } = await rebase(role);
    if (members.length > 0) throw problem;
    replaceRole(rebased);
    await applyAndRemember(rebased);
  }
}

async function applyAndRemember(role: DraftRole): Promise<void> {
  const { etag } = await applyRole(role);
  const applied = { name: role.name, before: role.before, after: role.role, etag };
  changeApplied((before) => ({ ...before, roles: [...before.roles, applied] }));
}

async function rebase(role: DraftRole): Promise<Conflict> {
  const { body, etag } = await callApi("GET /roles/{name}", { params: { name: role.name } });
  const theirs = roleInputFrom(body);
  const { merged, conflicts } = mergeMembers(role.before ?? EMPTY_ROLE, role.role, theirs);
  return {
    role: { ...role, role: role.before ? merged : role.role, before: theirs, etag },
    // Two users created a role with the same name independently, so every difference is a conflict.
    members: role.before ? conflicts : differencesOf(role.role, theirs),
  };
}

const differencesOf = (mine: RoleInput, theirs: RoleInput): readonly MemberConflict<RoleInput>[] =>
  (["description", "inherits", "grants"] as const)
    .filter((member) => !isSame(mine[member], theirs[member]))
    .map((member) => ({ member, base: EMPTY_ROLE[member], mine: mine[member], theirs: theirs[member] }));

const forgetRole = (name: string): void =>
  changeDraft((draft) => ({ ...draft, roles: draft.roles.filter((role) => role.name !== name) }));

const replaceRole = (role: DraftRole): void =>
  changeDraft((draft) => ({
    ...draft,
    roles: draft.roles.map((known) => (known.name === role.name ? role : known)),
  }));
