import { InvalidInputError } from "../core/errors.ts";
import type { InputFault } from "../core/input-fault.ts";

/** Where something stands in a state: `["roles", 0, "grants", 1]`. */
export type FilePath = readonly (string | number)[];

/** Counted from 1. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}

/** One thing that is wrong. `line` and `column` are there when the state came as a text. */
export interface StateProblem {
  readonly path: FilePath;
  readonly message: string;
  /** The same for programs; what only a file can have wrong, its YAML, has none. */
  readonly fault?: InputFault;
  readonly line?: number;
  readonly column?: number;
  /** Well-formed in itself, but the state there is (or the rest of what is wanted) does not allow it: a cycle, say. */
  readonly conflict?: true;
}

const MAX_SHOWN = 20;

/** A state that cannot be applied. One line per problem, each with its place; nothing was written. */
export class StateFileError extends InvalidInputError {
  readonly problems: readonly StateProblem[];
  /** `demo.yaml:12:5 roles[0].grants[1].permission: …` */
  readonly lines: readonly string[];

  constructor(problems: readonly StateProblem[], fileName?: string) {
    const lines = problems.map((problem) => formatProblem(problem, fileName));
    const hidden = lines.length - MAX_SHOWN;
    const more = hidden > 0 ? [`… and ${hidden} more`] : [];
    super([...lines.slice(0, MAX_SHOWN), ...more].join("\n"));
    this.problems = problems;
    this.lines = lines;
  }
}

export interface Remarks {
  add(
    position: FilePosition | undefined,
    path: FilePath,
    message: string,
    more?: Pick<StateProblem, "fault" | "conflict">,
  ): void;
  readonly isEmpty: boolean;
  /** In the order of the file. */
  list(): readonly StateProblem[];
}

/** Collects problems (or warnings), so that a person can mend a state in one go. */
export function createRemarks(): Remarks {
  const remarks: StateProblem[] = [];
  return {
    add(position, path, message, more) {
      remarks.push({ path, message, ...position, ...more });
    },
    get isEmpty() {
      return remarks.length === 0;
    },
    list: () =>
      remarks.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)),
  };
}

export function formatProblem({ path, message, line, column }: StateProblem, fileName?: string): string {
  const place = [fileName, line, column].filter((part) => part !== undefined).join(":");
  const within = path.length === 0 ? "" : `${formatPath(path)}:`;
  return [place, within, message].filter((part) => part !== "").join(" ");
}

function formatPath(path: FilePath): string {
  const parts = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`));
  return parts.join("").replace(/^\./, "");
}
