import type { CelValue } from "@bufbuild/cel";

/**
 * Replaces a value when data is missing or a function has no result. It is an ordinary outcome, which `&&` and `||` can
 * absorb, so it is one symbol and not an error with a stack.
 */
export const FAILED: unique symbol = Symbol("failed");

export type Value = CelValue | typeof FAILED;
