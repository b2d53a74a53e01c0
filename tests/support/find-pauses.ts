/** A place in a source where a test pauses for a time, or lets PostgreSQL do so, without a reason. */
export interface Pause {
  readonly line: number;
  readonly text: string;
}

/** The forms that can hide code from a search, or look like it: comments and texts of one line. */
const COMMENT = /(?<![:\w])\/\/.*|(?<=^|[\s({,;=])\/\*[\s\S]*?\*\//m;
const TEXT = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/;
const COMMENT_OR_TEXT = new RegExp(`${COMMENT.source}|(${TEXT.source})`, "gm");

const IMPORT = /\bimport\b([^"'`;]*?)\bfrom\s*["'](?:node:)?timers(?:\/promises)?["'];?/g;
// Written so that this file has none of what it looks for.
const DATABASE_PAUSE = new RegExp(["pg", "sleep"].join("_"), "g");
const IMPORTED = new RegExp(`\\b(${["setTimeout", "scheduler"].join("|")})\\b(?:\\s+as\\s+(\\w+))?`, "g");
const REASON = /\/\/ Sleeps: \S/;
const COMMENT_LINE = /^\s*\/\//;

/**
 * Finds the pauses without a comment `// Sleeps: ` and a reason, on their line or directly above. A timer counts
 * whatever it is for, since a limit that ends a test early also depends on the speed of the machine.
 */
export function findPauses(source: string): readonly Pause[] {
  const lines = source.split("\n");
  const withTexts = source.replace(COMMENT_OR_TEXT, (found, text) => text ?? blank(found));
  const code = withTexts.replace(IMPORT, blank).replace(COMMENT_OR_TEXT, blank);
  const found = [
    ...Array.from(code.matchAll(pausesOf(namesOfTimers(withTexts))), ({ index }) => index),
    ...Array.from(withTexts.matchAll(DATABASE_PAUSE), ({ index }) => index),
  ];
  const numbers = new Set(found.map((index) => source.slice(0, index).split("\n").length));
  return [...numbers]
    .sort((one, other) => one - other)
    .filter((line) => !hasReason(lines, line - 1))
    .map((line) => ({ line, text: lines[line - 1]?.trim() ?? "" }));
}

/** As long as before, with the same lines. */
const blank = (text: string): string => text.replaceAll(/[^\n]/g, " ");

/** The names by which a file calls timers: the global one, and those that it imports. */
function namesOfTimers(source: string): ReadonlySet<string> {
  const names = new Set(["setTimeout", "globalThis.setTimeout", "window.setTimeout"]);
  for (const [, clause = ""] of source.matchAll(IMPORT)) {
    for (const [, name, alias] of clause.matchAll(IMPORTED))
      names.add(name === "scheduler" ? `${alias ?? name}.wait` : (alias ?? "setTimeout"));
    const whole = /^\s*(?:\*\s*as\s+)?(\w+)\s*(?:,|$)/.exec(clause)?.[1];
    if (whole !== undefined) names.add(`${whole}.setTimeout`).add(`${whole}.scheduler.wait`);
  }
  return names;
}

/** Any use of a name but as a key or as a type: it may also be called by another function. */
function pausesOf(names: ReadonlySet<string>): RegExp {
  const alternatives = [...names].map((name) => name.replaceAll(".", "\\.")).join("|");
  const used = `(?<![\\w$.]|\\btypeof\\s+)(?:${alternatives})(?![\\w$]|\\??\\s*:)`;
  return new RegExp([used, "\\.waitForTimeout\\b"].join("|"), "g");
}

function hasReason(lines: readonly string[], index: number): boolean {
  if (REASON.test(lines[index] ?? "")) return true;
  for (let above = index - 1; COMMENT_LINE.test(lines[above] ?? ""); above -= 1)
    if (REASON.test(lines[above] ?? "")) return true;
  return false;
}
