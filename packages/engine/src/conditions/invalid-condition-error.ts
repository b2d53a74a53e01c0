import { InvalidInputError } from "../values/invalid-input-error.ts";
import type { ConditionDiagnostic } from "./condition.ts";

/**
 * An expression that is not a valid condition. The message shows the first diagnostic and the number of further ones.
 */
export class InvalidConditionError extends InvalidInputError {
  readonly diagnostics: readonly ConditionDiagnostic[];

  constructor(diagnostics: readonly ConditionDiagnostic[]) {
    super(describeDiagnostics(diagnostics));
    this.diagnostics = diagnostics;
  }
}

function describeDiagnostics([first, ...others]: readonly ConditionDiagnostic[]): string {
  if (first === undefined) return "the condition is not valid";
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return `condition, line ${first.line}, column ${first.column}: ${first.message}${more}`;
}
