import { useSyncExternalStore } from "react";
import type { Assignment } from "../access/assignment.ts";
import { type Draft, type DraftRole, EMPTY_DRAFT } from "./draft.ts";
import { parseDraft } from "./parse-draft.ts";

/** The draft survives a reload but stays in this tab until the user shares or applies it. */
const STORAGE_KEY = "licet-console-draft";

let current: Draft | undefined;
const listeners = new Set<() => void>();

export function currentDraft(): Draft {
  current ??= readStoredDraft();
  return current;
}

export function changeDraft(change: (draft: Draft) => Draft): void {
  current = change(currentDraft());
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(current));
  for (const listener of listeners) listener();
}

export const useCurrentDraft = (): Draft => useSyncExternalStore(subscribe, currentDraft);

/** A draft contains a role once, with the base version of its first edit. */
export const putRole =
  (role: DraftRole) =>
  (draft: Draft): Draft => {
    const known = draft.roles.find(({ name }) => name === role.name);
    const kept = known ? { ...role, before: known.before, etag: known.etag } : role;
    return { ...draft, roles: [...draft.roles.filter(({ name }) => name !== role.name), kept] };
  };

export const addAssignment =
  (assignment: Assignment) =>
  (draft: Draft): Draft => ({ ...draft, assign: [...draft.assign, assignment] });

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function readStoredDraft(): Draft {
  try {
    return parseDraft(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null"));
  } catch {
    return EMPTY_DRAFT;
  }
}
