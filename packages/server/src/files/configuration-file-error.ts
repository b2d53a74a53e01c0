import type { InputIssue } from "@licet/engine/internal/values/input-issue.ts";
import { InvalidInputError } from "../core/errors/errors.ts";

/** The path of a value in a state: `["roles", 0, "grants", 1]`. */
export type FilePath = readonly (string | number)[];

/** Lines and columns count from 1. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}

/** One issue of a state. It has `line` and `column` when the state came as a text. */
export interface Diagnostic {
  readonly path: FilePath;
  readonly message: string;
  /** The issue for programs. A YAML error has none, because only a file can contain it. */
  readonly issue?: InputIssue;
  readonly line?: number;
  readonly column?: number;
  /** The value is well-formed, but the stored state or the rest of the input does not allow it, such as a cycle. */
  readonly conflict?: true;
}

const MAX_SHOWN = 20;

/** The state cannot be applied, and nothing was written. Each diagnostic is one line with its position. */
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
  /** Lists the diagnostics in the order of the file. */
  list(): readonly Diagnostic[];
}

/** Collects all diagnostics (or warnings), so an author can correct the whole file at once. */
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
