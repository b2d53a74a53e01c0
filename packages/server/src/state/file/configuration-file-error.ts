import { InvalidInputError } from "../../core/errors.ts";
import type { InputIssue } from "../../core/input-issue.ts";

/** Where something stands in a state: `["roles", 0, "grants", 1]`. */
export type FilePath = readonly (string | number)[];

/** Counted from 1. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}

/** One thing that is wrong. `line` and `column` are there when the state came as a text. */
export interface Diagnostic {
  readonly path: FilePath;
  readonly message: string;
  /** The same for programs; what only a file can have wrong, its YAML, has none. */
  readonly issue?: InputIssue;
  readonly line?: number;
  readonly column?: number;
  /** Well-formed in itself, but the state there is (or the rest of what is wanted) does not allow it: a cycle, say. */
  readonly conflict?: true;
}

const MAX_SHOWN = 20;

/** A state that cannot be applied. One line per diagnostic, each with its place; nothing was written. */
export class ConfigurationFileError extends InvalidInputError {
  readonly diagnostics: readonly Diagnostic[];
  /** `demo.yaml:12:5 roles[0].grants[1].permission: …` */
  readonly lines: readonly string[];

  constructor(diagnostics: readonly Diagnostic[], fileName?: string) {
    const lines = diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, fileName));
    const hidden = lines.length - MAX_SHOWN;
    const more = hidden > 0 ? [`… and ${hidden} more`] : [];
    super([...lines.slice(0, MAX_SHOWN), ...more].join("\n"));
    this.diagnostics = diagnostics;
    this.lines = lines;
  }
}

export interface Diagnostics {
  add(
    position: FilePosition | undefined,
    path: FilePath,
    message: string,
    more?: Pick<Diagnostic, "issue" | "conflict">,
  ): void;
  readonly isEmpty: boolean;
  /** In the order of the file. */
  list(): readonly Diagnostic[];
}

/** Collects diagnostics (or warnings), so that a whole file can be corrected in one go. */
export function createDiagnostics(): Diagnostics {
  const diagnostics: Diagnostic[] = [];
  return {
    add(position, path, message, more) {
      diagnostics.push({ path, message, ...position, ...more });
    },
    get isEmpty() {
      return diagnostics.length === 0;
    },
    list: () =>
      diagnostics.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)),
  };
}

export function formatDiagnostic({ path, message, line, column }: Diagnostic, fileName?: string): string {
  const place = [fileName, line, column].filter((part) => part !== undefined).join(":");
  const within = path.length === 0 ? "" : `${formatPath(path)}:`;
  return [place, within, message].filter((part) => part !== "").join(" ");
}

function formatPath(path: FilePath): string {
  const parts = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`));
  return parts.join("").replace(/^\./, "");
}
