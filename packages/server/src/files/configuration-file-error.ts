import {
  EntriesError,
  type EntryIssue,
  type EntryPath,
  formatIssue,
} from "../directory/plan/entries-error.ts";

/** Lines and columns count from 1. */
export interface FilePosition {
  readonly line: number;
  readonly column: number;
}

/** One issue of a file, with its position. */
export type Diagnostic = EntryIssue & Partial<FilePosition>;

/** The file cannot be applied, and nothing was written. Each diagnostic is one line with its position. */
export class ConfigurationFileError extends EntriesError<Diagnostic> {
  constructor(diagnostics: readonly Diagnostic[], fileName?: string) {
    super(diagnostics, (diagnostic) => formatDiagnostic(diagnostic, fileName));
  }
}

/** `demo.yaml:12:5 roles[0].grants[1].permission: …` */
export function formatDiagnostic(diagnostic: Diagnostic, fileName?: string): string {
  const { line, column } = diagnostic;
  const place = [fileName, line, column].filter((part) => part !== undefined).join(":");
  return [place, formatIssue(diagnostic)].filter((part) => part !== "").join(" ");
}

/** Where the values of a file are. */
export interface FilePlaces {
  readonly fileName: string;
  /** The position of the value, or of the nearest enclosing value when it is missing. */
  findPosition(path: EntryPath): FilePosition | undefined;
  /** The position of a map's key. */
  findKeyPosition(path: EntryPath): FilePosition | undefined;
  /** The position of a character inside a string. `within` counts lines and columns inside that string. */
  findPositionInside(path: EntryPath, within: FilePosition): FilePosition | undefined;
}

/** The issues with their positions. */
export const locateIssues = (issues: readonly EntryIssue[], places: FilePlaces): readonly Diagnostic[] =>
  inFileOrder(issues.map((issue) => locate(issue, places)));

export const inFileOrder = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  diagnostics.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));

function locate({ within, ...issue }: EntryIssue, places: FilePlaces): Diagnostic {
  if (within === undefined) {
    const find = issue.isName ? places.findKeyPosition : places.findPosition;
    return { ...issue, ...find(issue.path) };
  }
  const position = places.findPositionInside(issue.path, within);
  return { ...issue, ...(position && { ...position, message: within.message }) };
}

/** An error about entries, as one about the file that has them. */
export const inFile = (error: unknown, places: FilePlaces): unknown =>
  error instanceof EntriesError && !(error instanceof ConfigurationFileError)
    ? new ConfigurationFileError(locateIssues(error.issues, places), places.fileName)
    : error;
