import { useSyncExternalStore } from "react";
import type { Assignment } from "../../components/access/assignment.ts";
import type { RoleInput } from "../../components/access/role.ts";

/** A role as a draft left it, with the version that the draft found; undefined if the draft created it. */
export interface AppliedRole {
  readonly name: string;
  readonly before: RoleInput | undefined;
  readonly after: RoleInput;
  readonly etag: string | undefined;
}

/** An assignment whose expiry the draft changed. */
export interface ChangedAssignment {
  readonly id: string;
  readonly before: Assignment;
  readonly after: Assignment;
}

/** What a draft changed, so that it can be undone. */
export interface AppliedDraft {
  readonly roles: readonly AppliedRole[];
  /** The ids of new assignments. */
  readonly created: readonly string[];
  readonly changed: readonly ChangedAssignment[];
  readonly revoked: readonly Assignment[];
}

const NOTHING: AppliedDraft = { roles: [], created: [], changed: [], revoked: [] };

/** The last draft that this tab applied, until it is undone or the tab is reloaded. */
let last: AppliedDraft = NOTHING;
const listeners = new Set<() => void>();

export function changeApplied(change: (applied: AppliedDraft) => AppliedDraft): void {
  last = change(last);
  for (const listener of listeners) listener();
}

export const forgetApplied = (): void => changeApplied(() => NOTHING);

/** Undefined if there is nothing to undo. */
export function useApplied(): AppliedDraft | undefined {
  const applied = useSyncExternalStore(subscribe, () => last);
  return isEmpty(applied) ? undefined : applied;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const isEmpty = ({ roles, created, changed, revoked }: AppliedDraft): boolean =>
  roles.length + created.length + changed.length + revoked.length === 0;
