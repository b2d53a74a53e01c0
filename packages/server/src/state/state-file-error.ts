import { InvalidInputError } from "../core/errors.ts";

/** Where something stands in a state file: `["roles", 0, "grants", 1]`. */
export type FilePath = readonly (string | number)[];

/** Counted from 1. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}

const MAX_SHOWN = 20;

/** A state file that cannot be applied. One line per problem, each with its position; nothing was written. */
export class StateFileError extends InvalidInputError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const hidden = problems.length - MAX_SHOWN;
    const more = hidden > 0 ? [`… and ${hidden} more`] : [];
    super([...problems.slice(0, MAX_SHOWN), ...more].join("\n"));
    this.problems = problems;
  }
}

export interface Remarks {
  add(position: FilePosition, path: FilePath, message: string): void;
  readonly isEmpty: boolean;
  /** In the order of the file: `demo.yaml:12:5 roles[0].grants[1].permission: …`. */
  lines(): string[];
}

/** Collects problems (or warnings), so that a person can mend a file in one go. */
export function createRemarks(fileName: string): Remarks {
  const remarks: { position: FilePosition; text: string }[] = [];
  return {
    add({ line, column }, path, message) {
      const where = path.length === 0 ? "" : `${formatPath(path)}: `;
      remarks.push({ position: { line, column }, text: `${fileName}:${line}:${column} ${where}${message}` });
    },
    get isEmpty() {
      return remarks.length === 0;
    },
    lines: () =>
      remarks
        .toSorted((a, b) => a.position.line - b.position.line || a.position.column - b.position.column)
        .map((remark) => remark.text),
  };
}

function formatPath(path: FilePath): string {
  const parts = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`));
  return parts.join("").replace(/^\./, "");
}
