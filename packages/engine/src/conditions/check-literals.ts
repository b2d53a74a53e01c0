import { type ConditionNode, type Diagnostic, everyNode, type NodeOf, startOf } from "./condition-node.ts";
import { isTimeZone } from "./evaluate/calendar.ts";
import { parseNetwork } from "./evaluate/networks.ts";
import { compilePattern } from "./evaluate/patterns.ts";
import { planCall } from "./evaluate/plan-call.ts";
import { CALENDAR_METHODS } from "./evaluate/standard-library.ts";
import { FAILED } from "./evaluate/value.ts";
import { createWorkBudget } from "./evaluate/work.ts";

/** Finds literals that would fail at every evaluation: an invalid time zone, network, pattern or date. */
export function checkLiterals(tree: ConditionNode): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  everyNode(tree, (node) => {
    const message =
      node.kind === "literal" ? checkNumber(node) : node.kind === "call" ? checkCall(node) : undefined;
    const place = node.kind === "call" ? (node.args[0] ?? node) : node;
    if (message !== undefined) diagnostics.push({ offset: startOf(place), message });
  });
  return diagnostics;
}

function checkNumber({ value, type }: NodeOf<"literal">): string | undefined {
  if (typeof value === "number" && !Number.isFinite(value)) return "this number is too large for a double";
  if (typeof value !== "bigint") return undefined;
  const [least, most] = type.kind === "uint" ? [0n, 2n ** 64n - 1n] : [-(2n ** 63n), 2n ** 63n - 1n];
  return value < least || value > most ? `this number is too large for ${type.kind}` : undefined;
}

function checkCall(node: NodeOf<"call">): string | undefined {
  const [arg] = node.args;
  const text = arg?.kind === "literal" && typeof arg.value === "string" ? arg.value : undefined;
  if (node.target !== undefined && node.name === "matches") {
    // A pattern from data could not be bounded before it is compiled, and compiling costs far more than any match.
    return text === undefined
      ? "the pattern of matches() must be written here, as a text"
      : failure(() => compilePattern(text));
  }
  if (text === undefined) return undefined;
  if (node.target === undefined) return CONVERSIONS.has(node.name) ? checkConversion(node, text) : undefined;
  if (node.name === "inNetwork") return failure(() => parseNetwork(text));
  const takesZone = CALENDAR_METHODS.some((name) => name === node.name);
  return takesZone && !isTimeZone(text)
    ? `${JSON.stringify(text)} is not a time zone; write one like "Europe/Berlin", "UTC" or "+02:00"`
    : undefined;
}

const CONVERSIONS: ReadonlySet<string> = new Set(["timestamp", "duration", "int", "uint", "double", "bool"]);
const EXAMPLES: Readonly<Record<string, string>> = {
  timestamp: '; write one like "2027-01-31T08:00:00Z"',
  duration: '; write one like "90s", "15m" or "12h"',
};

function checkConversion({ name }: NodeOf<"call">, text: string): string | undefined {
  if (planCall(name, false, 1)([text], createWorkBudget()) !== FAILED) return undefined;
  return `${JSON.stringify(text)} cannot become ${name === "int" || name === "uint" ? "an" : "a"} ${name}${EXAMPLES[name] ?? ""}`;
}

function failure(attempt: () => unknown): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : "this text cannot be used here";
  }
}
