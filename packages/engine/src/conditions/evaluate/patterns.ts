import { RE2JS } from "@bufbuild/re2";
import { BoundedCache } from "../../values/bounded-cache.ts";
import { MATCHED_CHARACTERS, PATTERN_CHARACTERS } from "../bounds.ts";
import { spend, type WorkBudget } from "./work.ts";

/** Time is linear in the text, but each character can cost a step for every instruction of the pattern. */
const INSTRUCTIONS = 500;
/** A pattern caches the states of its automaton; some patterns have thousands of states. */
const KEPT_STATES = 1_000;
const KEPT_PATTERNS = 1_000;

const compiled = new BoundedCache<RE2JS>(KEPT_PATTERNS);

/**
 * Patterns are literals, so each is compiled with its condition and cached here for the evaluation. Undefined when the
 * text is too long.
 */
export function matchesPattern(text: string, pattern: string, budget: WorkBudget): boolean | undefined {
  if (text.length > MATCHED_CHARACTERS) return undefined;
  const expression = compiled.get(pattern) ?? compilePattern(pattern);
  spend(budget, 1 + (text.length * expression.re2().prog.numInst()) / 100);
  const found = expression.test(text);
  if (expression.re2().dfa.stateCount > KEPT_STATES) compiled.delete(pattern);
  return found;
}

/** Throws a message for the author of the pattern. */
export function compilePattern(pattern: string): RE2JS {
  if (pattern.length > PATTERN_CHARACTERS) {
    throw new Error(`a pattern has at most ${PATTERN_CHARACTERS} characters`);
  }
  const expression = parsePattern(pattern);
  if (expression.re2().prog.numInst() > INSTRUCTIONS) {
    throw new Error("the pattern is too large; use smaller repetitions");
  }
  compiled.set(pattern, expression);
  return expression;
}

function parsePattern(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, "") : "";
    throw new Error(`the pattern is no regular expression of RE2: ${reason}`, { cause: error });
  }
}
