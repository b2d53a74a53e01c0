import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { isSame } from "../values/is-same.ts";
import { isGone } from "./issue-at.ts";
import { type MemberConflict, mergeMembers } from "./merge-members.ts";
import { ApiProblem } from "./problem.ts";

/** A stored object as it was read, with the version for `If-Match`. */
export interface Versioned<Whole> {
  readonly value: Whole;
  readonly etag: string | undefined;
}

interface FormDraftOptions<Whole, Part extends object> {
  /** The id or name of the edited object. Input for one object never appears in, or is saved to, another. */
  readonly of: string;
  readonly stored: Versioned<Whole>;
  /** The members that this form edits, always in the same order. */
  pick(whole: Whole): Part;
  /** Reads the newest version, for example after another user saved first. */
  read(): Promise<Versioned<Whole>>;
  write(onto: Versioned<Whole>, part: Part): Promise<unknown>;
  /** Creates the object again after another user deleted it; absent where that would be a different object. */
  create?(part: Part): Promise<unknown>;
}

export interface FormDraft<Part> {
  readonly part: Part;
  /** The version that the edit starts from. */
  readonly from: Versioned<Part>;
  change(members: Changes<Part>): void;
  readonly dirty: boolean;
  readonly saving: boolean;
  readonly error: unknown;
  /** The members that another user changed to a different value meanwhile. */
  readonly conflicts: readonly MemberConflict<Part>[] | undefined;
  /** Resolves to true when the change is stored. */
  save(): Promise<boolean>;
  discard(): void;
  /** Saves with these values for the members in conflict. */
  resolve(chosen: Changes<Part>): Promise<boolean>;
  /** Closes the conflict dialog without a choice: the next save asks again. */
  postpone(): void;
  /** Present only if the object was deleted meanwhile and can be created again. */
  readonly createAgain: (() => Promise<boolean>) | undefined;
}

/** Members to change; an explicit undefined removes the member. */
export type Changes<Part> = { readonly [Member in keyof Part]?: Part[Member] | undefined };

interface Edited<Whole, Part> {
  /** The version that the user saw when the edit started. */
  readonly from: Versioned<Whole>;
  readonly part: Part;
}

interface State<Whole, Part> {
  readonly of: string;
  readonly edited?: Edited<Whole, Part> | undefined;
  /** The stored version while the user resolves a conflict. */
  readonly newest?: Versioned<Whole> | undefined;
  readonly saving?: boolean;
  readonly error?: unknown;
}

/**
 * Edits some members of a stored object. The input survives every failure. Another user's change to other members is
 * merged without a question; for a change to the same members the user chooses.
 */
export function useFormDraft<Whole, Part extends object>(
  options: FormDraftOptions<Whole, Part>,
): FormDraft<Part> {
  const { of, stored, pick, read, write, create } = options;
  const queries = useQueryClient();
  const [held, setHeld] = useState<State<Whole, Part>>({ of });
  const typings = useRef(0);
  const ofThis = (state: State<Whole, Part>): State<Whole, Part> => (state.of === of ? state : { of });
  const { edited, newest, saving = false, error } = ofThis(held);
  const { from, part } = edited ?? { from: stored, part: pick(stored.value) };

  const update = (members: Partial<State<Whole, Part>>) =>
    setHeld((before) => ({ ...ofThis(before), ...members }));
  /** Ends an asynchronous step; the form may show another object by then. */
  const settle = (next: (before: State<Whole, Part>) => State<Whole, Part>) =>
    setHeld((before) => (before.of === of ? next(before) : before));

  /** Input that arrived during the save becomes the next change. */
  async function finish(typingsBefore: number): Promise<void> {
    if (typings.current === typingsBefore) return settle(() => ({ of }));
    const now = await read();
    const onto = (typed: Part) => mergeMembers(part, typed, pick(now.value)).merged;
    settle(({ edited: typed }) => ({ of, edited: typed && { from: now, part: onto(typed.part) } }));
  }

  /** The input after a failed save: the current input, unless the save moved it onto another version. */
  const stillTyped = (before: State<Whole, Part>, onto: Versioned<Whole>, mine: Part) =>
    onto === from ? before.edited : { from: onto, part: mine };

  async function send(onto: Versioned<Whole>, mine: Part, typingsBefore = typings.current): Promise<boolean> {
    try {
      await write(onto, mine);
      await finish(typingsBefore);
      return true;
    } catch (problem) {
      if (!(problem instanceof ApiProblem && problem.status === 412)) throw problem;
    }
    // The page also needs the stored version: Discard returns to it.
    const [now] = await Promise.all([read(), queries.invalidateQueries()]);
    const { merged, conflicts } = mergeMembers(pick(onto.value), mine, pick(now.value));
    if (conflicts.length === 0) return send(now, merged, typingsBefore);
    settle((before) => ({ of, edited: stillTyped(before, onto, mine), newest: now }));
    return false;
  }

  async function store(onto: Versioned<Whole>, mine: Part, act = send): Promise<boolean> {
    update({ saving: true, error: undefined });
    try {
      return await act(onto, mine);
    } catch (problem) {
      settle((before) => ({ of, edited: stillTyped(before, onto, mine), error: problem }));
      return false;
    } finally {
      settle((before) => ({ ...before, saving: false }));
    }
  }

  const merge = newest && mergeMembers(pick(from.value), part, pick(newest.value));
  return {
    part,
    from: { value: pick(from.value), etag: from.etag },
    change(members) {
      typings.current += 1;
      setHeld((before) => {
        const state = ofThis(before);
        const typed = state.edited ?? { from, part };
        return { ...state, edited: { from: typed.from, part: { ...typed.part, ...members } as Part } };
      });
    },
    dirty: edited !== undefined && !isSame(part, pick(from.value)),
    saving,
    error,
    conflicts: merge?.conflicts,
    save: () => store(from, part),
    discard: () => setHeld({ of }),
    resolve: async (chosen) =>
      newest !== undefined && merge !== undefined && store(newest, { ...merge.merged, ...chosen } as Part),
    postpone: () => update({ newest: undefined }),
    createAgain:
      create && isGone(error)
        ? () =>
            store(from, part, async (_, mine) => {
              const typingsBefore = typings.current;
              await create(mine);
              await finish(typingsBefore);
              return true;
            })
        : undefined,
  };
}
