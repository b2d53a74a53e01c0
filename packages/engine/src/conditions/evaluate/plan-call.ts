import { type CelResult, type CelValue, celEnv, isCelError, plan } from "@bufbuild/cel";
import type { Expr } from "../parse-condition.ts";
import { OWN_FUNCTIONS } from "./functions.ts";
import { FAILED, type Value } from "./value.ts";
import { isWorkExhausted, spend, type WorkBudget } from "./work.ts";

/** Calls a function, or a method with its target as the first argument. Returns FAILED when there is no result. */
export type Call = (args: CelValue[], budget: WorkBudget) => Value;

/** Creating an error with its stack takes about 4 microseconds. */
const WORK_OF_AN_ERROR = 20;

/** Uses Licet's own functions first, then the library's. */
export function planCall(name: string, isMethod: boolean, arity: number): Call {
  const overloads = OWN_FUNCTIONS.get(name) ?? [];
  const callLibrary = planLibraryCall(name, isMethod, arity);
  return (args, budget) => {
    try {
      for (const overload of overloads) {
        const result = overload(args, budget);
        if (result !== undefined) return result;
      }
    } catch (error) {
      if (isWorkExhausted(error)) throw error;
      spend(budget, WORK_OF_AN_ERROR);
      return FAILED;
    }
    const result = callLibrary(args);
    if (result === undefined) return FAILED;
    if (!isCelError(result)) return result;
    spend(budget, WORK_OF_AN_ERROR);
    return FAILED;
  };
}

const LIBRARY = celEnv();

/** Undefined when the library has no such function for these types. */
function planLibraryCall(
  name: string,
  isMethod: boolean,
  arity: number,
): (args: CelValue[]) => CelResult | undefined {
  if (MAKES_TIME.has(name)) return planAlone(name, arity);
  const functions = LIBRARY.funcs.find(name);
  return isMethod
    ? ([target, ...args]) => functions?.call(0, target, args)
    : (args) => functions?.call(0, undefined, args);
}

/** The conversions to a timestamp or a duration. */
export const MAKES_TIME: ReadonlySet<string> = new Set(["timestamp", "duration"]);

/** The library creates times only while it runs an expression of its own, so each of these calls runs one. */
function planAlone(name: string, arity: number): (args: readonly CelValue[]) => CelResult {
  const names = Array.from({ length: arity }, (_, index) => `@${index}`);
  const run = plan(LIBRARY, callOf(name, names.map(identifierOf)));
  return (args) => run(Object.fromEntries(names.map((variable, index) => [variable, args[index] ?? null])));
}

const callOf = (name: string, args: Expr[]): Expr => ({
  $typeName: "cel.expr.Expr",
  id: 0n,
  exprKind: { case: "callExpr", value: { $typeName: "cel.expr.Expr.Call", function: name, args } },
});

const identifierOf = (name: string): Expr => ({
  $typeName: "cel.expr.Expr",
  id: 0n,
  exprKind: { case: "identExpr", value: { $typeName: "cel.expr.Expr.Ident", name } },
});
