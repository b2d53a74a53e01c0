import { ConfigurationFileError } from "../file/configuration-file-error.ts";
import { type GatheredSet, gatherSets } from "./gather-sets.ts";
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
  readonly onProgress?: (progress: ImportProgress) => void;
}

/** Reads the lines as they arrive and stores them set by set. Throws ImportStoppedError, whatever the reason is. */
export async function runImport(request: ImportRequest): Promise<ImportProgress> {
  const { atomic, fromLine = 1, store, onProgress } = request;
  let progress: ImportProgress = { lastLineStored: fromLine - 1, created: 0, updated: 0, unchanged: 0 };

  async function storeLines(set: ImportSet, lastLine: number): Promise<void> {
    const stored = await store(set).catch((error: unknown) => {
      const repeatsAt = atomic ? undefined : findRepetition(set, error);
      if (repeatsAt === undefined) throw asLineRefusal(set, error);
      return repeatsAt;
    });
    if (typeof stored === "number") {
      // Two lines name one assignment in different words. They are stored one after the other.
      const before = set.lines.slice(0, stored);
      await storeLines({ lines: before }, before.at(-1)?.number ?? 0);
      return storeLines({ lines: set.lines.slice(stored) }, lastLine);
    }
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
    if (refused.length > 0) throw new LinesRefusedError(refused);
    if (lines.length > 0) await storeLines({ lines }, lastLine);
  }

  try {
    for await (const set of gatherSets(readLines(request.chunks), { atomic, fromLine }))
      await storeGathered(set);
    return progress;
  } catch (error) {
    const refused = error instanceof LinesRefusedError ? error.refused : [];
    throw new ImportStoppedError(progress, refused, {
      cause: error instanceof LinesRefusedError ? error.cause : error,
    });
  }
}

/** The index of the line that repeats another one of the set, if nothing else is wrong with the set. */
function findRepetition(set: ImportSet, error: unknown): number | undefined {
  if (!(error instanceof ConfigurationFileError)) return undefined;
  const refused = refusedLines(set, error);
  if (!refused.every(({ issue }) => issue.code === "repeated")) return undefined;
  const index = set.lines.findIndex(({ number }) => number === refused[0]?.line);
  return index > 0 ? index : undefined;
}

/** The planner's refusal of a set is about its lines. Any other error stays as it is. */
const asLineRefusal = (set: ImportSet, error: unknown): unknown =>
  error instanceof ConfigurationFileError
    ? new LinesRefusedError(refusedLines(set, error), { cause: error })
    : error;
