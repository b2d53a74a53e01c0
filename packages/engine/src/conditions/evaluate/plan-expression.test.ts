/**
 * CEL is a specification, and the library implements it: Licet and the library agree on everything that both support.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { celEnv, isCelError, parse, plan } from "@bufbuild/cel";
import fc from "fast-check";
import { checkCondition, compileCondition } from "../compile-condition.ts";
import type { ConditionOutcome } from "../condition.ts";

type Part = "bool" | "int" | "text" | "list" | "map" | "any";

/**
 * Generates only expressions that the library evaluates as conditions do: integers are not mixed with other numbers,
 * and no boolean is an index, which the library would read as 0 or 1.
 */
const { bool: expressions } = fc.letrec<Record<Part, string>>((tie) => {
  const of = (template: string, ...parts: readonly Part[]) =>
    fc.tuple(...parts.map((part) => tie(part))).map((values) => {
      const rest = [...values];
      return template.replace(/_/g, () => `(${rest.shift()})`);
    });
  const depth = { maxDepth: 3, depthSize: "small" } as const;
  return {
    bool: fc.oneof(
      depth,
      fc.constantFrom("true", "false", "request.context.yes", "request.context.absent", "e.y", "e == 1"),
      of("_ && _", "bool", "bool"),
      of("_ || _", "bool", "bool"),
      of("_ ? _ : _", "bool", "bool", "bool"),
      of("!_", "bool"),
      of("_ == _", "any", "any"),
      of("_ != _", "any", "any"),
      of("_ < _", "int", "int"),
      of("_ >= _", "text", "text"),
      of("_ in _", "any", "list"),
      of("_ in _", "text", "map"),
      of("has(_.y)", "map"),
      of("_.exists(e, _)", "list", "bool"),
      of("_.all(e, _)", "list", "bool"),
      of("_.exists_one(e, _)", "list", "bool"),
      of("_.exists(e, e == _)", "map", "text"),
      of("type(_) == type(_)", "any", "any"),
    ),
    int: fc.oneof(
      depth,
      fc.constantFrom("0", "1", "-2", "9223372036854775807"),
      of("_ + _", "int", "int"),
      of("_ - _", "int", "int"),
      of("_ * _", "int", "int"),
      of("_ / _", "int", "int"),
      of("_ % _", "int", "int"),
      of("_.size()", "list"),
      of("size(_)", "map"),
    ),
    text: fc.oneof(
      depth,
      fc.constantFrom("'a'", "'y'", "request.context.text", "request.context.absent"),
      of("_ + _", "text", "text"),
      of("string(_)", "int"),
    ),
    list: fc.oneof(
      depth,
      fc.constantFrom(
        "[]",
        "[1, 2]",
        "request.context.list",
        "request.context.absent",
        "request.context.rows",
      ),
      of("[_, _]", "any", "any"),
      of("_ + _", "list", "list"),
      of("_.map(e, _)", "list", "any"),
      of("_.map(e, _, _)", "list", "bool", "any"),
      of("_.filter(e, _)", "list", "bool"),
    ),
    map: fc.oneof(
      depth,
      fc.constantFrom("{}", "{'y': 1}", "request.context", "request.context.row", "request.context.list"),
      of("{_: _}", "any", "any"),
      of("{_: _, _: _}", "text", "any", "int", "any"),
    ),
    any: fc.oneof(
      depth,
      tie("bool"),
      tie("int"),
      tie("text"),
      tie("list"),
      tie("map"),
      fc.constantFrom("null", "request.context.row['y']", "request.context.list[0]"),
      of("_[_]", "list", "int"),
      of("_[_]", "map", "text"),
    ),
  };
});

const context = fc.record(
  {
    yes: fc.boolean(),
    text: fc.constantFrom("a", "y", "ya"),
    list: fc.array(fc.constantFrom("a", true, null)),
    row: fc.dictionary(fc.constantFrom("x", "y"), fc.constantFrom(null, "a", true)),
    rows: fc.array(fc.dictionary(fc.constantFrom("x", "y"), fc.constantFrom(null, "a", true))),
  },
  { requiredKeys: [] },
);

test("operators, loops and failures are as in the library's own evaluator", () => {
  const seen: Record<ConditionOutcome, number> = { true: 0, false: 0, missing: 0 };
  fc.assert(
    fc.property(
      expressions.filter((source) => source.length < 400 && checkCondition(source).length === 0),
      context,
      (source, generated) => {
        const given = JSON.parse(JSON.stringify(generated));
        const inputs = {
          subject: { type: "user", id: "alice", attributes: {} },
          resource: {},
          action: { name: "read" },
          request: { time: 0, context: given },
        };
        const outcome = compileCondition(source).evaluate(inputs);
        seen[outcome] += 1;
        assert.equal(outcome, outcomeInLibrary(source, { context: given }), source);
      },
    ),
    { numRuns: 1_000 },
  );
  assert.ok(seen.true > 50 && seen.false > 50 && seen.missing > 50, JSON.stringify(seen));
});

const LIBRARY = celEnv();

function outcomeInLibrary(source: string, request: object): ConditionOutcome {
  const result = plan(LIBRARY, parse(source))({ request } as never);
  if (isCelError(result) || typeof result !== "boolean") return "missing";
  return result ? "true" : "false";
}
