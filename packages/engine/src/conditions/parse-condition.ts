import { parse } from "@bufbuild/cel";
import { SOURCE_CHARACTERS } from "./bounds.ts";
import { checkSyntax } from "./check-syntax.ts";
import type { ConditionNode, Diagnostic, LiteralValue, Macro } from "./condition-node.ts";
import { blankComments, type Token, tokenize } from "./tokens.ts";
import { BOOL, BYTES, DOUBLE, INT, NULL, STRING, type Type, UINT } from "./types.ts";

/** A node of the parser's tree. */
export type Expr = ReturnType<typeof parse>["expr"];

export type Parsed = { readonly tree: ConditionNode } | { readonly diagnostic: Diagnostic };

export function parseCondition(source: string): Parsed {
  if (source.length > SOURCE_CHARACTERS) {
    return { diagnostic: { offset: 0, message: `a condition has at most ${SOURCE_CHARACTERS} characters` } };
  }
  const tokens = tokenize(source);
  if ("message" in tokens) return { diagnostic: tokens };
  const diagnostic = checkSyntax(tokens);
  return diagnostic === undefined ? parseTokens(source, tokens) : { diagnostic };
}

function parseTokens(source: string, tokens: readonly Token[]): Parsed {
  try {
    const { expr, sourceInfo } = parse(blankComments(source, tokens));
    const offsetOf = (node: Expr): number => nameOffset(source, sourceInfo?.positions[String(node.id)] ?? 0);
    const macroOf = (node: Expr): string | undefined => {
      const call = sourceInfo?.macroCalls[String(node.id)]?.exprKind;
      return call?.case === "callExpr" ? call.value.function : undefined;
    };
    return { tree: readNode(expr, offsetOf, macroOf) };
  } catch (error) {
    return {
      diagnostic: {
        offset: parserOffset(error),
        message: "this is not an expression; check it from here on",
      },
    };
  }
}

/** The parser's positions of operators and members include the blanks and the dot before them. */
function nameOffset(source: string, offset: number): number {
  const before = /[\s.]*(?=[^\s.\d])|\s*/y;
  before.lastIndex = offset;
  return offset + (before.exec(source)?.[0].length ?? 0);
}

function parserOffset(error: unknown): number {
  const location = error instanceof Error && "location" in error ? error.location : undefined;
  const { start } = (location ?? {}) as { start?: { offset?: unknown } };
  return typeof start?.offset === "number" ? start.offset : 0;
}

type OffsetOf = (expr: Expr) => number;
type MacroOf = (expr: Expr) => string | undefined;

function readNode(expr: Expr, offsetOf: OffsetOf, macroOf: MacroOf): ConditionNode {
  const read = (child: Expr | undefined): ConditionNode => readNode(required(child), offsetOf, macroOf);
  const place = { offset: offsetOf(expr) };
  const { exprKind } = expr;
  switch (exprKind.case) {
    case "constExpr":
      return { ...place, kind: "literal", ...readLiteral(exprKind.value.constantKind) };
    case "identExpr":
      return { ...place, kind: "name", name: exprKind.value.name };
    case "selectExpr": {
      const { operand, field, testOnly } = exprKind.value;
      return { ...place, kind: testOnly ? "has" : "member", operand: read(operand), field };
    }
    case "callExpr": {
      const { function: name, target, args } = exprKind.value;
      if (name === "_[_]") return { ...place, kind: "index", operand: read(args[0]), key: read(args[1]) };
      const readTarget = target === undefined ? undefined : read(target);
      return { ...place, kind: "call", name, target: readTarget, args: args.map(read) };
    }
    case "listExpr":
      return { ...place, kind: "list", elements: exprKind.value.elements.map(read) };
    case "structExpr":
      return {
        ...place,
        kind: "map",
        entries: exprKind.value.entries.map(({ keyKind, value }) => [
          read(keyKind.case === "mapKey" ? keyKind.value : undefined),
          read(value),
        ]),
      };
    case "comprehensionExpr": {
      const { iterRange, iterVar, loopStep } = exprKind.value;
      const macro = readMacro(macroOf(expr));
      const bodies = macroBodies(macro, required(loopStep)).map(read);
      return { ...place, kind: "comprehension", macro, range: read(iterRange), variable: iterVar, bodies };
    }
    default:
      throw new Error("not an expression");
  }
}

function readMacro(name: string | undefined): Macro {
  if (name === "existsOne") return "exists_one";
  if (name === "all" || name === "exists" || name === "exists_one" || name === "map" || name === "filter")
    return name;
  throw new Error("not a macro");
}

/**
 * The source of a macro, recovered from the loop that the parser made of it (`@result` is the loop's accumulator):
 *
 *   all, exists           @result && test               test
 *   map(x, step)          @result + [step]              step
 *   map(x, test, step)    test ? @result + [step] : …   test, step
 *   filter, exists_one    test ? … : …                  test
 */
function macroBodies(macro: Macro, loopStep: Expr): readonly (Expr | undefined)[] {
  const [first, second] = callArguments(loopStep);
  if (macro === "all" || macro === "exists") return [second];
  if (macro !== "map") return [first];
  return isCallOf(loopStep, "_+_")
    ? [onlyElement(second)]
    : [first, onlyElement(callArguments(required(second))[1])];
}

const isCallOf = (expr: Expr, name: string): boolean =>
  expr.exprKind.case === "callExpr" && expr.exprKind.value.function === name;

const callArguments = (expr: Expr): readonly Expr[] =>
  expr.exprKind.case === "callExpr" ? expr.exprKind.value.args : [];

const onlyElement = (expr: Expr | undefined): Expr | undefined =>
  expr?.exprKind.case === "listExpr" ? expr.exprKind.value.elements[0] : undefined;

function required(expr: Expr | undefined): Expr {
  if (expr === undefined) throw new Error("an incomplete expression");
  return expr;
}

type ConstantKind = Extract<Expr["exprKind"], { case: "constExpr" }>["value"]["constantKind"];

function readLiteral(constant: ConstantKind): { readonly value: LiteralValue; readonly type: Type } {
  switch (constant.case) {
    case "boolValue":
      return { value: constant.value, type: BOOL };
    case "int64Value":
      return { value: constant.value, type: INT };
    case "uint64Value":
      return { value: constant.value, type: UINT };
    case "doubleValue":
      return { value: constant.value, type: DOUBLE };
    case "stringValue":
      return { value: constant.value, type: STRING };
    case "bytesValue":
      return { value: constant.value, type: BYTES };
    case "nullValue":
      return { value: null, type: NULL };
    default:
      throw new Error("not a literal");
  }
}
