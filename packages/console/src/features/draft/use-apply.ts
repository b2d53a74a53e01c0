import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Answer, callApi } from "../../api/call-api.ts";
import { ApiProblem } from "../../api/problem.ts";
import { typeRole } from "../roles/role.ts";
import { type ApplyStep, applyAssignments, applyRole, planSteps } from "./apply-draft.ts";
import type { Draft, DraftRole } from "./draft.ts";
import { changeDraft, currentDraft } from "./draft-store.ts";

export type StepState = "waiting" | "working" | "done" | "failed";

interface Conflict {
  readonly role: DraftRole;
  readonly theirs: Answer<"GET /roles/{name}">;
}

/** Makes the changes of a draft, one step after the other. What was made leaves the draft; what failed stays in it. */
export function useApply(draft: Draft) {
  const queries = useQueryClient();
  const [steps] = useState(() => planSteps(draft));
  const [states, setStates] = useState<readonly StepState[]>(() => steps.map(() => "waiting"));
  const [error, setError] = useState<unknown>(undefined);
  const [conflict, setConflict] = useState<Conflict | undefined>(undefined);

  /** True when everything was made. */
  const run = async (from: number): Promise<boolean> => {
    setError(undefined);
    setConflict(undefined);
    for (const [place, step] of steps.entries()) {
      if (place < from) continue;
      const mark = (state: StepState) => setStates((before) => before.with(place, state));
      mark("working");
      try {
        await make(step);
        mark("done");
      } catch (problem) {
        mark("failed");
        if (step.kind === "role" && problem instanceof ApiProblem && problem.status === 412)
          setConflict({ role: roleNow(step.role), theirs: await readRole(step.role.name) });
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
    start: () => run(Math.max(failedAt, 0)),
    async keepMine() {
      if (!conflict) return false;
      const { role, theirs } = conflict;
      replaceRole({ ...role, before: typeRole(theirs.body), etag: theirs.etag });
      return run(failedAt);
    },
    async takeTheirs() {
      if (conflict) forgetRole(conflict.role.name);
      setStates((before) => before.with(failedAt, "done"));
      return run(failedAt + 1);
    },
  };
}

async function make(step: ApplyStep): Promise<void> {
  if (step.kind === "role") {
    await applyRole(roleNow(step.role));
    forgetRole(step.role.name);
    return;
  }
  await applyAssignments(currentDraft());
  changeDraft((draft) => ({ ...draft, give: [], takeAway: [] }));
}

/** As the draft has it now: a conflict that was settled changed what it knows of the version. */
const roleNow = (role: DraftRole): DraftRole =>
  currentDraft().roles.find(({ name }) => name === role.name) ?? role;

const readRole = (name: string) => callApi("GET /roles/{name}", { params: { name } });

const forgetRole = (name: string): void =>
  changeDraft((draft) => ({ ...draft, roles: draft.roles.filter((role) => role.name !== name) }));

const replaceRole = (role: DraftRole): void =>
  changeDraft((draft) => ({
    ...draft,
    roles: draft.roles.map((known) => (known.name === role.name ? role : known)),
  }));
