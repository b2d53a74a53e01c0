import { useState } from "react";
import { ApiProblem } from "./problem.ts";

/** A stored thing as it was read, with the version that `If-Match` names. */
export interface Versioned<Whole> {
  readonly value: Whole;
  readonly etag: string | undefined;
}

interface DraftOptions<Whole, Part extends object> {
  readonly stored: Versioned<Whole>;
  /** The members that this form edits, always in the same order. */
  pick(whole: Whole): Part;
  /** The newest version, when somebody else was faster. */
  read(): Promise<Versioned<Whole>>;
  write(onto: Versioned<Whole>, part: Part): Promise<unknown>;
}

export interface Draft<Part> {
  readonly part: Part;
  change(members: Changes<Part>): void;
  readonly dirty: boolean;
  readonly saving: boolean;
  readonly error: unknown;
  /** Somebody else changed the same members meanwhile. */
  readonly conflict: { readonly mine: Part; readonly theirs: Part } | undefined;
  /** True when it is stored. */
  save(): Promise<boolean>;
  discard(): void;
  keepMine(): Promise<boolean>;
  takeTheirs(): void;
  /** Closes the question without an answer: saving asks again. */
  postpone(): void;
}

/** Members to change; one that is named as undefined is taken away. */
type Changes<Part> = { readonly [Member in keyof Part]?: Part[Member] | undefined };

interface Edited<Whole, Part> {
  /** What the user saw when the typing began. */
  readonly from: Versioned<Whole>;
  readonly part: Part;
}

/**
 * Some members of a stored thing while they are edited. What was typed stays through every failure. A change that
 * somebody else made to other members is kept and nobody is asked; one to the same members is put to the user.
 */
export function useDraft<Whole, Part extends object>(options: DraftOptions<Whole, Part>): Draft<Part> {
  const { stored, pick, read, write } = options;
  const [edited, setEdited] = useState<Edited<Whole, Part>>();
  const [newest, setNewest] = useState<Versioned<Whole>>();
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(undefined);

  const from = edited?.from ?? stored;
  const part = edited?.part ?? pick(stored.value);

  const leave = () => {
    setEdited(undefined);
    setNewest(undefined);
    setError(undefined);
  };

  async function send(onto: Versioned<Whole>): Promise<boolean> {
    try {
      await write(onto, part);
      leave();
      return true;
    } catch (problem) {
      if (!(problem instanceof ApiProblem && problem.status === 412)) throw problem;
    }
    const now = await read();
    if (same(pick(now.value), pick(onto.value))) return send(now);
    setNewest(now);
    return false;
  }

  async function store(onto: Versioned<Whole>): Promise<boolean> {
    setSaving(true);
    setError(undefined);
    try {
      return await send(onto);
    } catch (problem) {
      setError(problem);
      setNewest(undefined);
      return false;
    } finally {
      setSaving(false);
    }
  }

  return {
    part,
    change: (members) => setEdited({ from, part: { ...part, ...members } as Part }),
    dirty: edited !== undefined && !same(part, pick(from.value)),
    saving,
    error,
    conflict: newest && { mine: part, theirs: pick(newest.value) },
    save: () => store(from),
    discard: leave,
    keepMine: () => store(newest ?? from),
    takeTheirs() {
      if (!newest) return;
      leave();
      setEdited({ from: newest, part: pick(newest.value) });
    },
    postpone: () => setNewest(undefined),
  };
}

const same = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);
