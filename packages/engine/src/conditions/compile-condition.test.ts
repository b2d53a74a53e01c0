import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { compileCondition } from "./compile-condition.ts";
import type { ConditionInputs, ConditionOutcome } from "./condition.ts";

const noon = Date.UTC(2026, 0, 15, 12, 30) / 1_000; // a Thursday

const inputs: ConditionInputs = {
  subject: {
    type: "user",
    id: "usr_1",
    name: "Alice",
    attributes: {
      department: "sales",
      level: 3,
      half: 2.5,
      admin: true,
      nothing: null,
      zone: "Asia/Kolkata",
      roles: ["clerk", "buyer"],
      scores: [1, 2, 3],
      address: { city: "Bern", geo: { lat: 46.9 } },
      teams: [{ name: "a", size: 2 }, { name: "b" }],
      "odd.key": 7,
      odd: { key: 8 },
    },
  },
  resource: { type: "orders", id: "42", attributes: { owner: "usr_1" } },
  action: { name: "read" },
  request: { time: noon, ip: "10.1.2.3", amr: ["pwd", "otp"], context: { amount: 100 } },
};

const outcomeOf = (source: string, given: ConditionInputs = inputs): ConditionOutcome =>
  compileCondition(source).evaluate(given);

const withAttributes = (attributes: Readonly<Record<string, unknown>>): ConditionInputs => ({
  ...inputs,
  subject: { ...inputs.subject, attributes },
});

function assertOutcomes(expected: ConditionOutcome, sources: readonly string[]): void {
  for (const source of sources) assert.equal(outcomeOf(source), expected, source);
}

test("a condition sees the subject, the resource, the action and the request", () => {
  assertOutcomes("true", [
    'subject.attributes.department == "sales"',
    "resource.attributes.owner == subject.id",
    'action.name in ["read", "list"] && resource.type == "orders"',
    '"otp" in request.amr && request.amr.size() == 2',
    'subject.attributes.address.city == "Bern" && subject.attributes.address.geo.lat > 46',
    'subject.attributes["address"]["city"] == "Bern"',
    'subject.attributes.roles[1] == "buyer"',
    'subject.attributes[request.context.amount > 10 ? "department" : "x"] == "sales"',
  ]);
  assertOutcomes("false", ['subject.attributes.department == "legal"', "subject.attributes.roles == []"]);
});

test("numbers of JSON compare, add and match with whole numbers as people expect", () => {
  assertOutcomes("true", [
    "subject.attributes.level == 3",
    "subject.attributes.level > 2 && subject.attributes.level <= 3u",
    "subject.attributes.level in [1, 2, 3]",
    "3 in subject.attributes.scores && subject.attributes.scores == [1, 2, 3]",
    "subject.attributes.half > 2 && subject.attributes.half < 3",
    "subject.attributes.level + 1 == 4 && 10 - subject.attributes.level == 7",
    "request.context.amount * 2 <= 200 && 1 / subject.attributes.half == 0.4",
    "subject.attributes.scores[subject.attributes.level - 1] == 3",
    "int(subject.attributes.half) == 2",
  ]);
});

test("numbers of different types are compared exactly, also beyond the precision of a double", () => {
  const given = withAttributes({ large: 2 ** 53 });
  for (const source of [
    "subject.attributes.large < 9007199254740993",
    "9007199254740993 > subject.attributes.large",
    "!(subject.attributes.large >= 9007199254740993)",
    "subject.attributes.large <= 9007199254740992",
  ])
    assert.equal(outcomeOf(source, given), "true", source);
});

test("positions in a text count code points, as size() does", () => {
  assertOutcomes("true", [
    '"😀ab".size() == 3 && "😀ab".indexOf("b") == 2 && "😀ab".indexOf("x") == -1',
    '"😀ab".substring(1) == "ab" && "😀ab".substring(0, 1) == "😀" && "a😀".substring(0, "a😀".size()) == "a😀"',
    '"abc".substring(1, 2) == "b" && "abc".indexOf("c") == 2',
  ]);
  assertOutcomes("missing", [
    '"😀".substring(2) == ""',
    '"abc".substring(2, 1) == ""',
    '"abc".substring(-1) == ""',
  ]);
});

test("the time of a request is in the years 1 to 9999, as every timestamp", () => {
  const at = (time: number) => ({ ...inputs, request: { ...inputs.request, time } });
  assert.equal(outcomeOf("request.time.getFullYear() == 9999", at(253_402_300_799)), "true");
  assert.equal(outcomeOf("request.time.getFullYear() == 1", at(-62_135_596_800)), "true");
  for (const time of [253_402_300_800, -62_135_596_801, Number.NaN])
    assert.equal(outcomeOf("request.time.getFullYear() < 3000", at(time)), "missing", `${time}`);
});

test("times are in UTC unless a zone is named", () => {
  assertOutcomes("true", [
    'request.time.getHours("UTC") < 18',
    "request.time.getHours() == 12 && request.time.getMinutes() == 30 && request.time.getSeconds() == 0",
    'request.time.getHours("Europe/Berlin") == 13 && request.time.getHours("-01:30") == 11',
    "request.time.getHours(subject.attributes.zone) == 18 && request.time.getMinutes(subject.attributes.zone) == 0",
    "request.time.getFullYear() == 2026 && request.time.getMonth() == 0 && request.time.getDate() == 15",
    "request.time.getDayOfMonth() == 14 && request.time.getDayOfYear() == 14 && request.time.getDayOfWeek() == 4",
    'request.time > timestamp("2026-01-01T00:00:00Z") && request.time == timestamp("2026-01-15T12:30:00Z")',
    `request.time == timestamp(${noon}) && int(request.time) == ${noon}`,
    'request.time - duration("1h") < request.time && (request.time - timestamp(0)).getHours() > 1',
  ]);
  assertOutcomes("missing", ["request.time.getHours(subject.name) < 18"]);
});

test("addresses are found in networks", () => {
  assertOutcomes("true", ['request.ip.inNetwork("10.0.0.0/8")', '!request.ip.inNetwork("192.168.0.0/16")']);
  assertOutcomes("missing", ['subject.name.inNetwork("10.0.0.0/8")', "request.ip.inNetwork(subject.name)"]);
});

test("loops walk over lists, and over the keys of maps", () => {
  assertOutcomes("true", [
    'subject.attributes.roles.exists(r, r == "buyer")',
    "subject.attributes.scores.all(s, s > 0)",
    "subject.attributes.scores.exists_one(s, s > 2)",
    "subject.attributes.scores.filter(s, s > 1) == [2, 3]",
    "subject.attributes.scores.map(s, s * 2) == [2, 4, 6]",
    "subject.attributes.scores.map(s, s > 1, s * 2) == [4, 6]",
    "subject.attributes.scores.map(s, subject.attributes.scores.filter(t, t < s)) == [[], [1], [1, 2]]",
    'subject.attributes.address.exists(key, key == "city")',
    "subject.attributes.teams.exists(t, has(t.size) && t.size == 2)",
    "[].all(x, x == 1)",
  ]);
});

test("an absent member makes the outcome missing, and has() tests for it", () => {
  assertOutcomes("missing", [
    'subject.email == "a@example.test"',
    'client.id == "shop"',
    "request.auth_time < request.time",
    "subject.attributes.unknown == 1",
    "subject.attributes.address.geo.lng > 1",
    "subject.attributes.department.city == 1",
    "subject.attributes.roles[2] == 'x'",
    "subject.attributes.teams.all(t, t.size > 1)",
    "has(subject.attributes.unknown.deeper)",
    "subject.attributes.toString == 1",
    "subject.attributes.constructor != 1",
    "subject.attributes.__proto__ != 1",
    'request.context["hasOwnProperty"] != 1',
  ]);
  assertOutcomes("false", [
    "has(subject.email)",
    "has(client.id)",
    "has(request.auth_time)",
    "has(subject.attributes.unknown)",
    "has(subject.attributes.nothing)",
    'has(subject.email) && subject.email == "a@example.test"',
  ]);
  assertOutcomes("true", [
    "has(subject.name) && has(subject.attributes.level)",
    "subject.attributes.nothing == null",
  ]);
});

test("a failure counts only when it matters: || and && absorb it, as CEL says", () => {
  assertOutcomes("true", [
    "subject.attributes.unknown == 1 || true",
    "true || subject.attributes.unknown == 1",
  ]);
  assertOutcomes("false", [
    "subject.attributes.unknown == 1 && false",
    "false && subject.attributes.unknown == 1",
  ]);
  assertOutcomes("missing", [
    "subject.attributes.unknown == 1 || false",
    "subject.attributes.unknown == 1 && true",
  ]);
  assertOutcomes("true", [
    "subject.attributes.teams.exists(t, t.size == 2)",
    "true ? true : subject.email == ''",
  ]);
});

test("a result that is not true or false is missing, and so is every failure", () => {
  assertOutcomes("missing", [
    "subject.attributes.level",
    "subject.attributes.nothing",
    "subject.attributes.level && true",
    "subject.attributes.department > 3",
    "1 / 0 == 1",
    "9223372036854775807 + 1 > 0",
    'int(subject.attributes.department) == 0 || int(subject.name + "") == 0',
    "double(subject.attributes.department) < 5.0 || !(double(subject.name) > 5.0)",
    'subject.name.substring(9) == ""',
  ]);
  assertOutcomes("true", ["subject.attributes.admin"]);
});

test("an empty text is no number", () => {
  const empty = withAttributes({ text: "" });
  assert.equal(outcomeOf("int(subject.attributes.text) == 0", empty), "missing");
  assert.equal(outcomeOf("uint(subject.attributes.text) == 0u", empty), "missing");
  assert.equal(outcomeOf("double(subject.attributes.text) == 0.0", empty), "missing");
});

test("data cannot pose as anything but data", () => {
  const hostile = JSON.parse(`{
    "__proto__": { "x": 1 },
    "constructor": { "name": "Object" },
    "time": { "$typeName": "google.protobuf.Timestamp", "seconds": 1 },
    "list": [{ "$typeName": "google.protobuf.Duration", "constructor": 1 }]
  }`);
  const given = withAttributes({ ...hostile, hostile });
  const holds = [
    "subject.attributes.hostile.__proto__.x == 1",
    'subject.attributes.constructor.name == "Object"',
    "type(subject.attributes.time) == map && subject.attributes.time.seconds == 1",
    'subject.attributes.list.exists(e, e["$typeName"] == "google.protobuf.Duration" && e.constructor == 1)',
    'subject.attributes.hostile.exists(key, key == "__proto__")',
  ];
  for (const source of holds) assert.equal(outcomeOf(source, given), "true", source);
});

test("a key with a dot is not a path", () => {
  assertOutcomes("true", ['subject.attributes["odd.key"] == 7 && subject.attributes.odd.key == 8']);
});

test("the values of an explanation are those that the expression names", () => {
  const condition = compileCondition(
    `request.ip.inNetwork("10.0.0.0/8") && subject.attributes.department == "sales" && has(subject.email)
      && subject.attributes["odd.key"] == 7 && subject.attributes.roles.exists(r, r == request.context.role)`,
  );
  assert.deepEqual(condition.values(inputs), {
    "request.ip": "10.1.2.3",
    "subject.attributes.department": "sales",
    'subject.attributes["odd.key"]': 7,
    "subject.attributes.roles": ["clerk", "buyer"],
  });
});

test("a list of more than 1,000 elements is not used, wherever it stands", () => {
  const list = (length: number) =>
    withAttributes({ list: new Array(length).fill(1), inner: { list: new Array(length).fill(1) } });
  for (const source of [
    "subject.attributes.list.all(x, x == 1)",
    "subject.attributes.inner.all(k, k == 'list')",
  ]) {
    assert.equal(outcomeOf(source, list(1_000)), "true");
    assert.equal(outcomeOf(source, list(1_001)), "missing");
    assert.equal(outcomeOf(`true || ${source}`, list(1_001)), "true");
  }
});

test("data that nests without end is not used", () => {
  const deep = JSON.parse("[".repeat(5_000) + "]".repeat(5_000));
  assert.equal(outcomeOf("subject.attributes.deep.size() == 1", withAttributes({ deep })), "missing");
});

test("an evaluation that would take too much work has no outcome, not even behind ||", () => {
  const numbers = Array.from({ length: 1_000 }, (_, index) => index);
  const given = withAttributes({
    numbers,
    words: numbers.map((n) => `word ${n}`),
    text: "ab".repeat(30_000),
    short: "ab".repeat(2_000),
  });
  const [numbersPath, wordsPath] = ["subject.attributes.numbers", "subject.attributes.words"];
  const doubled = (times: number) => `.map(x, ${Array(8).fill("x").join(" + ")})`.repeat(times);
  const tooMuch = [
    `${numbersPath}.all(x, ${numbersPath}.all(y, true))`,
    `${numbersPath}.all(x, ${numbersPath}.all(y, true)) || true`,
    `${numbersPath}.exists(x, ${numbersPath}.exists(y, y.unknown == 1)) || true`,
    `${numbersPath}.map(x, ${numbersPath}.map(y, y)) == []`,
    `${numbersPath}.map(x, ${numbersPath} + []) == ${numbersPath}.map(x, [] + ${numbersPath})`,
    `${wordsPath}${doubled(4)}.size() == 1000`,
    `${wordsPath}.exists(w, subject.attributes.text.contains(w))`,
    `${wordsPath}.exists(w, size(subject.attributes.text) == 1)`,
    `${wordsPath}.exists(w, subject.attributes.short.matches("(a|b)*a(a|b){12}c"))`,
    "subject.attributes.text + subject.attributes.text == ''",
    `${numbersPath} + ${numbersPath} == []`,
    'subject.attributes.text.split("") == []',
    'subject.attributes.text.matches("a")',
  ];
  for (const source of tooMuch) assert.equal(outcomeOf(source, given), "missing", source);

  const fine = [
    `${numbersPath}.map(x, x + 1).filter(x, x > 0).map(x, x - 1).size() == 1000`,
    `${wordsPath}.all(w, w.startsWith("word") && w.matches("^word \\\\d+$"))`,
  ];
  for (const source of fine) assert.equal(outcomeOf(source, given), "true", source);
});

test("patterns that ruin backtracking engines stay linear", () => {
  const text = `${"a".repeat(4_000)}!`;
  for (const pattern of ["^(a+)+$", "^(a|aa)+$", "^(a|a?)+$", "(a*)*b", "^(?:a?){100}a{100}$"]) {
    assert.equal(
      outcomeOf(`subject.attributes.text.matches("${pattern}")`, withAttributes({ text })),
      "false",
      pattern,
    );
  }
});

test("an evaluation that ran out of work leaves the next one untouched", () => {
  const numbers = Array.from({ length: 1_000 }, (_, index) => index);
  const path = "subject.attributes.numbers";
  assert.equal(outcomeOf(`${path}.all(x, ${path}.all(y, true))`, withAttributes({ numbers })), "missing");
  assertOutcomes("true", ["subject.attributes.scores.all(s, s > 0)"]);
});

test("an evaluation does not touch how the process traces its errors", () => {
  const known = Object.getOwnPropertyDescriptor(Error, "stackTraceLimit");
  assert.ok(known);
  let writes = 0;
  Object.defineProperty(Error, "stackTraceLimit", {
    configurable: true,
    get: () => 10,
    set: () => {
      writes += 1;
    },
  });
  try {
    assertOutcomes("missing", [
      "subject.attributes.unknown == 1 && true",
      "subject.attributes.department > 3",
      "1 / 0 == 1",
    ]);
  } finally {
    Object.defineProperty(Error, "stackTraceLimit", known);
  }
  assert.equal(writes, 0);
});

/** Expressions that pass the check, over data that is not always present. */
const { bool: wellTyped } = fc.letrec<{ bool: string; number: string; text: string; list: string }>((tie) => {
  const of = (template: string, ...parts: readonly ("bool" | "number" | "text" | "list")[]) =>
    fc.tuple(...parts.map((part) => tie(part))).map((values) => {
      const rest = [...values];
      return template.replace(/_/g, () => `(${rest.shift()})`);
    });
  const depth = { maxDepth: 3, depthSize: "small" } as const;
  return {
    bool: fc.oneof(
      depth,
      fc.constantFrom(
        "true",
        "false",
        "has(subject.email)",
        "has(subject.attributes.level)",
        "subject.attributes.admin",
      ),
      of("_ && _", "bool", "bool"),
      of("_ || _", "bool", "bool"),
      of("!_", "bool"),
      of("_ < _", "number", "number"),
      of("_ == _", "text", "text"),
      of("_.contains(_)", "text", "text"),
      of("_ in _", "number", "list"),
      of("_ ? _ : _", "bool", "bool", "bool"),
    ),
    number: fc.oneof(
      depth,
      fc.constantFrom(
        "1",
        "-2.5",
        "subject.attributes.level",
        "subject.attributes.unknown",
        "request.time.getHours()",
      ),
      of("_ + _", "number", "number"),
      of("_ / _", "number", "number"),
      of("size(_)", "text"),
      of("size(_)", "list"),
    ),
    text: fc.oneof(
      depth,
      fc.constantFrom("'a'", "subject.name", "subject.email", "request.ip", "subject.attributes.level"),
      of("_ + _", "text", "text"),
      of("string(_)", "number"),
      of("_.lowerAscii()", "text"),
    ),
    list: fc.oneof(
      depth,
      fc.constantFrom("[]", "[1, 2.5]", "subject.attributes.scores", "subject.attributes.unknown"),
      of("[_, _]", "number", "number"),
      of("_ + _", "list", "list"),
    ),
  };
});

const nodesAreFew = (source: string): boolean => source.length < 400;

test("a well-typed expression always has one outcome, the same each time", () => {
  fc.assert(
    fc.property(
      wellTyped.filter(nodesAreFew),
      fc.dictionary(fc.constantFrom("level", "admin", "scores"), fc.jsonValue()),
      (source, attributes) => {
        const condition = compileCondition(source);
        const given = withAttributes(attributes);
        const outcome = condition.evaluate(given);
        assert.ok(outcome === "true" || outcome === "false" || outcome === "missing");
        assert.equal(condition.evaluate(given), outcome);
        assert.equal(compileCondition(source).evaluate(structuredClone(given)), outcome);
      },
    ),
    { numRuns: 500 },
  );
});
