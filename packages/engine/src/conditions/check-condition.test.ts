import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { InvalidInputError } from "../values/invalid-input-error.ts";
import { checkCondition, compileCondition } from "./compile-condition.ts";
import { InvalidConditionError } from "./invalid-condition-error.ts";

/** `line:column message` of each diagnostic. */
const diagnosticsOf = (source: string): readonly string[] =>
  checkCondition(source).map(({ line, column, message }) => `${line}:${column} ${message}`);

const refusals: Readonly<Record<string, readonly (readonly [source: string, diagnostic: string])[]>> = {
  "text that is no expression": [
    ["", "1:1 the condition ends where a value must follow"],
    ["subject.id == ", "1:15 the condition ends where a value must follow"],
    ['subject.id = "x"', '1:12 unexpected "="; write == to compare'],
    ['subject.id === "x"', '1:14 unexpected "="; write == to compare'],
    ["true & false", '1:6 unexpected "&"; write && for and'],
    ["true and false", '1:6 unexpected "and"; write &&'],
    ["true, false", '1:5 unexpected ","; write && when both must hold, || when one is enough'],
    ['subject.id == "x', "1:15 this text is never closed; end it with the same quotes, on the same line"],
    ['subject.id == """x', "1:15 this text is never closed; end it with the same quotes"],
    ["(true", '1:1 "(" is never closed'],
    ["true)", '1:5 ")" closes nothing'],
    ["[1, 2)", '1:1 "[" is never closed'],
    ["subject..id", `1:9 a member's name must follow the dot, not "."`],
    ["request.amr[]", '1:13 a value must stand here, not "]"'],
    ["size(1 2)", '1:8 unexpected "2"'],
    ["size(1,)", '1:8 a value must stand here, not ")"'],
    ["true ? false", '1:6 "?" needs a ":" with the other value'],
    ["true : false", '1:6 ":" has no "?" before it'],
    ["{1, 2} == 3", '1:1 a map needs entries of the form "key": value'],
    ["Foo{a: 1}", '1:4 unexpected "{"'],
    ["while", "1:1 while is a reserved word and cannot be used here"],
    ["subject.in", "1:9 in cannot be the name of a member"],
    ["true ☃", '1:6 unexpected "☃"'],
    [String.raw`"\ud800" == "x"`, "1:1 this is not an expression; check it from here on"],
  ],
  "unknown names and members": [
    ['subjct.id == "x"', "1:1 unknown name subjct; did you mean subject?"],
    ["x", "1:1 unknown name x; a condition can name subject, resource, action, client, request"],
    ["\n// who\n  subject.id ==\n    subjct.id", "4:5 unknown name subjct; did you mean subject?"],
    [
      'subject.nam == "x"',
      "1:9 subject has no member nam, only type, id, name, email, attributes; did you mean subject.name?",
    ],
    [
      'subject.department == "sales"',
      "1:9 subject has no member department, only type, id, name, email, attributes; your own data stands in subject.attributes",
    ],
    ["has(action.x)", "1:1 action has no member x, only name"],
    ['client.constructor == "x"', "1:8 client has no member constructor, only id, application, type, name"],
    ['resource["id"] == "x"', "1:9 write a dot and a name, as in resource.type"],
    ["subject.id.x == 1", "1:12 a value of type string has no members, so .x finds nothing"],
    ["dyn(subject) == 1", "1:5 name one member of subject, such as subject.type"],
    ["request", "1:1 name one member of request, such as request.time"],
    [
      "[1].exists(x, y == 1)",
      "1:15 unknown name y; a condition can name x, subject, resource, action, client, request",
    ],
  ],
  "unknown functions and wrong arguments": [
    ['"a".startWith("b")', "1:5 unknown function startWith(); did you mean startsWith()?"],
    ['"a".format([])', "1:5 unknown function format()"],
    ['contains("a", "b")', "1:1 write value.contains(…), with what it works on before the dot"],
    ['"1".int() == 1', "1:5 write int(…), with the value between the brackets"],
    ["subject.id.startsWith(1)", "1:12 startsWith() does not take (int) but (string)"],
    ['request.time.startsWith("x")', "1:14 startsWith() works on string, not on timestamp"],
    ["size(1) == 1", "1:1 size() does not take (int) but (string) or (bytes) or (list) or (map)"],
    ["has(subject)", "1:1 has() asks for a member, as in has(request.ip)"],
    ["[1].exists(1, true)", "1:5 exists() needs a name for the element and an expression: list.exists(x, …)"],
    ["[1].all(x)", "1:5 all() needs a name for the element and an expression: list.all(x, …)"],
  ],
  "values of the wrong type": [
    ["subject.id", "1:1 a condition must be true or false, but this is a string"],
    ["  1 + 1", "1:3 a condition must be true or false, but this is an int"],
    ['1 + "a" == 2', "1:3 + does not work between int and string"],
    ["request.time < 5", "1:14 < does not work between timestamp and int"],
    ["!1", "1:1 ! does not work on int"],
    ["true && 1 + 1", "1:9 && joins what is true or false, but this is an int"],
    ['subject.id || "a" == "a"', "1:1 || joins what is true or false, but this is a string"],
    ["subject.id == 1", "1:12 a string never equals an int"],
    ["subject.email != null", "1:15 a string never equals null; has() asks whether it is there"],
    ['request.amr == "pwd"', "1:13 a list(string) never equals a string"],
    ["1 in request.amr", "1:3 an int is never in a list(string)"],
    [
      '"a" in subject.id',
      "1:5 in needs a list or a map on its right, not a string; contains() looks into a text",
    ],
    ["subject.id ? true : false", "1:1 what stands before ? must be true or false, but this is a string"],
    ['true ? 1 : "a"', "1:1 both values after ? must have one type, not int and string"],
    ['request.amr["a"] == "pwd"', "1:13 a list is indexed with an int, not with a string"],
    ['{1: true}["a"]', "1:11 the keys of this map are of type int, not string"],
    ["{1.5: true} == {}", "1:2 a map's key is a string, a bool or a whole number, not a double"],
    ["subject.id[0]", "1:11 a value of type string cannot be indexed; lists and maps can"],
    ['"abc".exists(c, c == "a")', "1:7 exists() needs a list or a map, not a string"],
    ["[1].all(x, x)", "1:12 all() needs a test that is true or false, but this is an int"],
    ["[1].map(x, x, x) == []", "1:12 map() needs a test that is true or false, but this is an int"],
    [
      "[1].all(subject, true)",
      "1:5 all() cannot call its element subject, which has a meaning already; use another name",
    ],
  ],
  "literals that would always fail": [
    [
      'request.time.getHours("Mars") < 1',
      '1:23 "Mars" is not a time zone; write one like "Europe/Berlin", "UTC" or "+02:00"',
    ],
    [
      'request.ip.inNetwork("10.0.0/8")',
      '1:22 "10.0.0/8" is not a network; write one like 10.0.0.0/8 or 2001:db8::/32',
    ],
    [
      'request.ip.inNetwork("10.0.0.1/8")',
      '1:22 "10.0.0.1/8" is an address inside a network; write the network\'s first address',
    ],
    ['subject.id.matches("[")', "1:20 the pattern is no regular expression of RE2: missing closing ]: `[`"],
    [
      String.raw`subject.id.matches(r"(a)\1")`,
      "1:20 the pattern is no regular expression of RE2: invalid escape sequence: `\\1`",
    ],
    [`subject.id.matches("${"a".repeat(257)}")`, "1:20 a pattern has at most 256 characters"],
    ['subject.id.matches("(a{50}){11}")', "1:20 the pattern is too large; use smaller repetitions"],
    ["subject.id.matches(subject.name)", "1:20 the pattern of matches() must be written here, as a text"],
    [
      'timestamp("x") < request.time',
      '1:11 "x" cannot become a timestamp; write one like "2027-01-31T08:00:00Z"',
    ],
    [
      'duration("5") > duration("1s")',
      '1:10 "5" cannot become a duration; write one like "90s", "15m" or "12h"',
    ],
    ['int("") == 0', '1:5 "" cannot become an int'],
    ["9223372036854775808 > 1", "1:1 this number is too large for int"],
    ["1e999 > 1.0", "1:1 this number is too large for a double"],
  ],
};

for (const [kind, cases] of Object.entries(refusals)) {
  test(`${kind}: refused, with the place and what to do`, () => {
    for (const [source, diagnostic] of cases) assert.deepEqual(diagnosticsOf(source), [diagnostic], source);
  });
}

test("all diagnostics of an expression are reported, in the order of the text", () => {
  assert.deepEqual(
    diagnosticsOf('subjct.id == "a" && resource.tpe == "b" && request.time.getHours("X") < 1'),
    [
      "1:1 unknown name subjct; did you mean subject?",
      "1:30 resource has no member tpe, only type, id, attributes; did you mean resource.type?",
      '1:66 "X" is not a time zone; write one like "Europe/Berlin", "UTC" or "+02:00"',
    ],
  );
});

test("the error of an invalid condition shows the first diagnostic and is an error of its writer", () => {
  const compile = () => compileCondition('subjct.id == "a" || subjct.id == "b"');
  assert.throws(compile, (error) => {
    assert.ok(error instanceof InvalidConditionError && error instanceof InvalidInputError);
    assert.equal(
      error.message,
      "condition, line 1, column 1: unknown name subjct; did you mean subject? (and 1 more)",
    );
    assert.equal(error.diagnostics.length, 2);
    return true;
  });
});

test("sizes at the limit pass, and one more is refused", () => {
  const padded = (length: number) => `true${" ".repeat(length - 4)}`;
  assert.deepEqual(diagnosticsOf(padded(2_048)), []);
  assert.deepEqual(diagnosticsOf(padded(2_049)), ["1:1 a condition has at most 2048 characters"]);

  // == and the other list are 2 parts, each list is 1.
  const list = (elements: number) => `[${"1,".repeat(elements)}] == []`;
  assert.deepEqual(diagnosticsOf(list(253)), []);
  assert.match(diagnosticsOf(list(254))[0] ?? "", /it has over 256 parts/);

  const sum = (terms: number) => `1${"+1".repeat(terms - 1)} == 1`;
  assert.deepEqual(diagnosticsOf(sum(31)), []);
  assert.match(diagnosticsOf(sum(32))[0] ?? "", /nests deeper than 32 levels/);

  const brackets = (depth: number) => `${"(".repeat(depth)}true${")".repeat(depth)}`;
  assert.deepEqual(diagnosticsOf(brackets(32)), []);
  assert.match(diagnosticsOf(brackets(33))[0] ?? "", /^1:33 .*nests deeper than 32 levels/);
});

test("a condition holds at most four loops, one inside another", () => {
  const loops = (count: number) => Array(count).fill("[1].all(x, true)").join(" && ");
  assert.deepEqual(diagnosticsOf(loops(4)), []);
  assert.match(diagnosticsOf(loops(5))[0] ?? "", /^1:85 a condition may hold 4 of all\(\)/);
  assert.deepEqual(diagnosticsOf("[1].all(x, [x].all(y, true))"), []);
  assert.match(
    diagnosticsOf("[1].all(x, [x].all(y, [y].all(z, true)))")[0] ?? "",
    /^1:27 all\(\) stands too deep/,
  );
});

test("brackets and operators without end are refused before the parser recurses", () => {
  const runs = [
    "(",
    "[",
    "{",
    "!",
    "-",
    "f(",
    "a.f(",
    "a[",
    "a?b:",
    "a?",
    "[{a:",
    ".",
    "'",
    '"',
    "\\",
    "//",
    "!(",
  ];
  for (const run of runs) {
    assert.equal(diagnosticsOf(run.repeat(Math.floor(2_048 / run.length))).length, 1, run);
    assert.deepEqual(diagnosticsOf(run.repeat(100_000)), ["1:1 a condition has at most 2048 characters"]);
  }
});

test("long chains are refused too, though they open no bracket", () => {
  for (const source of [`1${"+1".repeat(1_000)} == 1`, `subject.attributes${".a".repeat(1_000)}`]) {
    assert.match(
      diagnosticsOf(source).join(),
      /^1:\d+ the condition is too large: it nests deeper than 32 levels/,
    );
  }
});

test("everything that CEL offers here is accepted", () => {
  const accepted = [
    'subject.type == "user" && subject.id != "x" || action.name in ["read", "write"]',
    'has(client.id) ? client.application == "shop" : false',
    'request.time.getHours("UTC") < 18 && request.time.getDayOfWeek("Europe/Berlin") in [1, 2, 3, 4, 5]',
    'request.time - request.auth_time < duration("15m") && request.auth_time < timestamp("2030-01-01T00:00:00Z")',
    "timestamp(0) + duration(60) > timestamp(int(subject.attributes.since))",
    'request.ip.inNetwork("10.0.0.0/8") || request.ip.inNetwork("2001:db8::/32")',
    "subject.attributes.roles.exists(r, r.name.startsWith('a') && has(r.level) && r.level >= 2)",
    "resource.attributes.tags.map(t, t.size() > 1, t).filter(t, t != 'x').all(t, t.endsWith('y'))",
    "subject.attributes.limits.exists_one(name, subject.attributes.limits[name] > 10.5)",
    `request.context["amount"] * 2 <= subject.attributes.limit - 1 && request.context.a["b-c"].d == null`,
    String.raw`subject.email.matches("^[^@]+@example\\.test$") || subject.name.matches(r"^\d+$")`,
    '"a,b".split(",").size() == 2 && " A ".trim().lowerAscii() + "b".upperAscii() == "aB"',
    '"abc".substring(1) == "bc" && "abc".substring(0, 1) == "a" && "abc".indexOf("c") == 2',
    "type(subject.attributes.level) == double && dyn(1) == 1 && bool('true') && 7 % 2 == 1 && -1 < 1",
    "uint('1') == 1u && double('1.5') == 1.5 && string(1) == '1' && bytes('a') == b'a' && size(b'ab') == 2",
    "{'a': 1, 'b': 2}.all(k, k != 'c') && 'a' in {'a': [1, 'x', null]} && [1] + [2] == [1, 2,]",
    "// Office hours only.\n// Holidays are not known here.\nrequest.time.getHours('+02:00') < 18 // UTC would be wrong",
  ];
  for (const source of accepted) assert.deepEqual(diagnosticsOf(source), [], source);
});

test("no text makes the check throw", () => {
  const words = fc.constantFrom(
    ..."subject resource.id request.time . ( ) [ ] { } ! - + * / % ? : , && || == != < <= in has( exists( .all(x, .map( x 1 2.5 3u 'a' \"b\" b'c' r'd' \"\"\" ''' \\ // \n true null if @ = & é 😀".split(
      " ",
    ),
  );
  const garbage = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.array(words, { maxLength: 60 }).map((parts) => parts.join("")),
    fc.array(words, { maxLength: 60 }).map((parts) => parts.join(" ")),
  );
  fc.assert(
    fc.property(garbage, (source) => {
      for (const { line, column } of checkCondition(source)) assert.ok(line >= 1 && column >= 1);
    }),
    { numRuns: 2_000 },
  );
});
