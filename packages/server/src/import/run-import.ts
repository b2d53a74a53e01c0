import { ConflictError } from "../core/errors/errors.ts";
import { EntriesError } from "../directory/plan/entries-error.ts";
import {
  type GatheredSet,
  gatherSets,
  ImportTooLargeError,
  MAX_SETS_AT_ONCE,
  SET_LINES,
} from "./gather-sets.ts";
import { type ImportSet, refusedLines } from "./import-set.ts";
import type { RefusedLine } from "./parse-import-line.ts";
import { readLines } from "./read-lines.ts";

/** What was stored so far. */
export interface ImportProgress {
  /** This line and all lines before it are stored. 0: none. */
  readonly lastLineStored: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** The revision after the last set. */
  readonly revision?: number;
}

/** The effect of one set. */
export type StoredSet = Required<Omit<ImportProgress, "lastLineStored">>;

/** The import ended before its last line. The sets before are stored; nothing of the set with the refused lines is. */
export class ImportStoppedError extends Error {
  override readonly name = "ImportStoppedError";
  readonly progress: ImportProgress;
  readonly refused: readonly RefusedLine[];

  constructor(progress: ImportProgress, refused: readonly RefusedLine[], options: ErrorOptions = {}) {
    super(refused[0] ? `line ${refused[0].line}: ${refused[0].message}` : "the import ended early", options);
    this.progress = progress;
    this.refused = refused;
  }
}

/** Lines that the planner, the guards or the database refuse; the cause is their error. */
export class LinesRefusedError extends Error {
  override readonly name = "LinesRefusedError";
  readonly refused: readonly RefusedLine[];

  constructor(refused: readonly RefusedLine[], options: ErrorOptions = {}) {
    super("lines were refused", options);
    this.refused = refused;
  }
}

export interface ImportRequest {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** All lines or none. */
  readonly atomic: boolean;
  /** The lines before this one are left out: they are stored already. */
  readonly fromLine?: number;
  /** Plans the set and commits it, or throws. */
  readonly store: (set: ImportSet) => Promise<StoredSet>;
  /** How long storing several sets at once should take at most. */
  readonly runMilliseconds?: number;
  readonly onProgress?: (progress: ImportProgress) => void;
}

/** Reads the lines as they arrive and stores them set by set. Throws ImportStoppedError, whatever the reason is. */
export async function runImport(request: ImportRequest): Promise<ImportProgress> {
  const { atomic, fromLine = 1, store, onProgress } = request;
  let progress: ImportProgress = { lastLineStored: fromLine - 1, created: 0, updated: 0, unchanged: 0 };

  const pace = createPace(request.runMilliseconds ?? RUN_MILLISECONDS);

  async function storeLines(set: ImportSet, lastLine: number): Promise<void> {
    const beganAt = performance.now();
    const stored = await store(set).catch((error: unknown) => {
      // Several sets were tried at once, or two lines name one assignment in different words.
      const cut = atomic ? undefined : findCut(set, error);
      if (cut === undefined) throw asLineRefusal(set, error);
      return cut;
    });
    if (typeof stored === "number") {
      const before = set.lines.slice(0, stored);
      await storeLines({ lines: before }, before.at(-1)?.number ?? 0);
      return storeLines({ lines: set.lines.slice(stored) }, lastLine);
    }
    pace.measure(set.lines.length, performance.now() - beganAt);
    progress = {
      lastLineStored: lastLine,
      created: progress.created + stored.created,
      updated: progress.updated + stored.updated,
      unchanged: progress.unchanged + stored.unchanged,
      revision: stored.revision,
    };
    onProgress?.(progress);
  }

  async function storeGathered({ lines, refused, lastLine }: GatheredSet): Promise<void> {
    if (refused.length > 0) {
      // The whole sets before the first refused line are stored.
      const accepted = lines.filter(({ number }) => number < (refused[0]?.line ?? 0)).length;
      const before = lines.slice(0, accepted - (accepted % SET_LINES));
      const last = before.at(-1);
      if (!atomic && last) await storeLines({ lines: before }, last.number);
      throw new LinesRefusedError(refused);
    }
    if (lines.length > 0) await storeLines({ lines }, lastLine);
  }

  try {
    for await (const set of gatherSets(readLines(request.chunks), {
      atomic,
      fromLine,
      setsAtOnce: pace.setsAtOnce,
    }))
      await storeGathered(set);
    return progress;
  } catch (error) {
    if (error instanceof ImportTooLargeError)
      throw new ImportStoppedError(progress, [error.refused], { cause: error });
    const refused = error instanceof LinesRefusedError ? error.refused : [];
    throw new ImportStoppedError(progress, refused, {
      cause: error instanceof LinesRefusedError ? error.cause : error,
    });
  }
}

/**
 * Several sets are stored at once, because a database writes them for little more than one. While that takes less than
 * this, more are stored at once, and fewer when it takes longer: others wait to write, and each lost connection costs
 * the time of what was under way.
 */
const RUN_MILLISECONDS = 500;

function createPace(runMilliseconds: number) {
  let sets = 1;
  return {
    setsAtOnce: () => sets,
    measure(lines: number, milliseconds: number): void {
      if (milliseconds > runMilliseconds) sets = Math.max(1, Math.floor(sets / 2));
      else if (lines >= sets * SET_LINES) sets = Math.min(MAX_SETS_AT_ONCE, sets * 2);
    },
  };
}

/** Where to cut lines that were refused together: they are tried again by sets, and repetitions one after the other. */
function findCut(set: ImportSet, error: unknown): number | undefined {
  if (!isRefusal(error)) return undefined;
  if (set.lines.length > SET_LINES) return SET_LINES;
  if (!(error instanceof EntriesError)) return undefined;
  const refused = refusedLines(set, error);
  if (!refused.every(({ issue }) => issue.code === "repeated")) return undefined;
  const index = set.lines.findIndex(({ number }) => number === refused[0]?.line);
  return index > 0 ? index : undefined;
}

const isRefusal = (error: unknown): boolean =>
  error instanceof EntriesError || error instanceof LinesRefusedError || error instanceof ConflictError;

/** The planner's refusal of a set is about its lines. Any other error stays as it is. */
const asLineRefusal = (set: ImportSet, error: unknown): unknown =>
  error instanceof EntriesError ? new LinesRefusedError(refusedLines(set, error), { cause: error }) : error;
