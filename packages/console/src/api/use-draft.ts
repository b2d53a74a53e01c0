import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { isSame } from "../values/is-same.ts";
import { isGone } from "./issue-at.ts";
import { type MemberConflict, mergeMembers } from "./merge-members.ts";
import { ApiProblem } from "./problem.ts";

/** A stored thing as it was read, with the version that `If-Match` names. */
export interface Versioned<Whole> {
  readonly value: Whole;
  readonly etag: string | undefined;
}

interface DraftOptions<Whole, Part extends object> {
  /** The id or name of what is edited. What was typed for one thing never shows, or is saved, under another. */
  readonly of: string;
  readonly stored: Versioned<Whole>;
  /** The members that this form edits, always in the same order. */
  pick(whole: Whole): Part;
  /** The newest version, when somebody else was faster. */
  read(): Promise<Versioned<Whole>>;
  write(onto: Versioned<Whole>, part: Part): Promise<unknown>;
  /** Makes it anew, for when somebody deleted it; left out where that would be another thing. */
  create?(part: Part): Promise<unknown>;
}

export interface Draft<Part> {
  readonly part: Part;
  /** What the typing began with. */
  readonly from: Versioned<Part>;
  change(members: Changes<Part>): void;
  readonly dirty: boolean;
  readonly saving: boolean;
  readonly error: unknown;
  /** What somebody else changed meanwhile, too, and in another way. */
  readonly conflicts: readonly MemberConflict<Part>[] | undefined;
  /** True when it is stored. */
  save(): Promise<boolean>;
  discard(): void;
  /** Saves with these values for the members in conflict. */
  resolve(chosen: Changes<Part>): Promise<boolean>;
  /** Closes the question without an answer: saving asks again. */
  postpone(): void;
  /** Only when it was deleted meanwhile and can be made anew. */
  readonly createAgain: (() => Promise<boolean>) | undefined;
}

/** Members to change; one that is named as undefined is taken away. */
export type Changes<Part> = { readonly [Member in keyof Part]?: Part[Member] | undefined };

interface Edited<Whole, Part> {
  /** What the user saw when the typing began. */
  readonly from: Versioned<Whole>;
  readonly part: Part;
}

interface State<Whole, Part> {
  readonly of: string;
  readonly edited?: Edited<Whole, Part> | undefined;
  /** What is stored now, while the user has to choose. */
  readonly newest?: Versioned<Whole> | undefined;
  readonly saving?: boolean;
  readonly error?: unknown;
}

/**
 * Some members of a stored thing while they are edited. What was typed stays through every failure. A change that
 * somebody else made to other members is kept and nobody is asked; one to the same members is put to the user.
 */
export function useDraft<Whole, Part extends object>(options: DraftOptions<Whole, Part>): Draft<Part> {
  const { of, stored, pick, read, write, create } = options;
  const queries = useQueryClient();
  const [held, setHeld] = useState<State<Whole, Part>>({ of });
  const typings = useRef(0);
  const ofThis = (state: State<Whole, Part>): State<Whole, Part> => (state.of === of ? state : { of });
  const { edited, newest, saving = false, error } = ofThis(held);
  const { from, part } = edited ?? { from: stored, part: pick(stored.value) };

  const update = (members: Partial<State<Whole, Part>>) =>
    setHeld((before) => ({ ...ofThis(before), ...members }));
  /** The end of something that took its time: meanwhile the form may have gone on to another thing. */
  const settle = (next: (before: State<Whole, Part>) => State<Whole, Part>) =>
    setHeld((before) => (before.of === of ? next(before) : before));

  /** What was typed while it was being stored is the next change. */
  async function finish(typingsBefore: number): Promise<void> {
    if (typings.current === typingsBefore) return settle(() => ({ of }));
    const now = await read();
    const onto = (typed: Part) => mergeMembers(part, typed, pick(now.value)).merged;
    settle(({ edited: typed }) => ({ of, edited: typed && { from: now, part: onto(typed.part) } }));
  }

  /** What is in the form when storing it failed: as it is typed now, unless it came onto another version meanwhile. */
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
    // The page, too, has to know what is stored now: discarding goes back to that.
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
