import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigurationFileError } from "./configuration-file-error.ts";
import { parseYaml } from "./parse-long-file.ts";
import { parseDocumentText } from "./parse-yaml.ts";
import { splitLists } from "./split-lists.ts";

const COUNT = 2_500;
const numbers = Array.from({ length: COUNT }, (_, index) => index);

/** Every form that an item can have, in turn. */
const ITEMS: readonly ((index: number) => string)[] = [
  (index) => `  - { principal: user:u${index}, role: clerk }`,
  (index) => `  - principal: user:u${index}\n    role: clerk`,
  (index) => `  - principal: "user:u${index}"\n    # a comment\n\n    role: 'clerk'`,
  (index) => `  - { principal: user:u${index},\n      role: clerk, expires_at: 2040-01-01T00:00:00Z }`,
  (index) =>
    `  - principal: user:u${index}\n    role: clerk\n    when: |\n      - a\n      - b\n    at: orders/4`,
  () => `  - principal: user:*\n    permission: true`,
  () => `  - { principal: null, role: NULL, at: 12, when: 1e3 }`,
  (index) => `  -   principal: user:u${index}\n      role: clerk`,
];

const wholes: readonly (readonly [name: string, text: string])[] = [
  ...ITEMS.map((item, form) => [`form ${form}`, list(numbers.map(item))] as const),
  ["mixed forms", list(numbers.map((index) => (ITEMS[index % ITEMS.length] ?? String)(index)))],
  ["carriage returns", list(numbers.map((index) => `${ITEMS[0]?.(index)}\r`))],
  ["items at the left", `assignments:\n${numbers.map((n) => `- { a: x${n} }`).join("\n")}\nroles: []\n`],
  [
    "two long lists",
    `${list(numbers.map((n) => `  - a: x${n}`))}users:\n${numbers.map((n) => `  - b: ${n}`).join("\n")}`,
  ],
];

function list(items: readonly string[]): string {
  return `# head\nroles:\n  - { name: clerk }\nassignments: # many\n${items.join("\n")}\ngroups: []\n`;
}

for (const [name, text] of wholes) {
  test(`a long list is read in pieces as it is read as a whole: ${name}`, () => {
    assert.ok(splitLists(text), "it is long enough to be split");
    const pieces = parseYaml(text, "state.yaml");
    const whole = parseDocumentText(text, "state.yaml");
    assert.deepEqual(pieces.data, whole.data);
    for (const index of [0, 999, 1_000, 1_001, COUNT - 1]) {
      const path = ["assignments", index, "role"];
      assert.deepEqual(pieces.findPosition(path), whole.findPosition(path));
      assert.deepEqual(pieces.findKeyPosition(path), whole.findKeyPosition(path));
      assert.deepEqual(
        pieces.findPositionInside(["assignments", index, "when"], { line: 2, column: 1 }),
        whole.findPositionInside(["assignments", index, "when"], { line: 2, column: 1 }),
      );
    }
    assert.deepEqual(pieces.findPosition(["roles", 0]), whole.findPosition(["roles", 0]));
    assert.deepEqual(pieces.findPosition(["groups"]), whole.findPosition(["groups"]));
  });
}

test("a mistake in a piece has its position in the file", () => {
  const items = numbers.map((index) => ITEMS[0]?.(index) ?? "");
  items[1_500] = "  - { principal: user:u, role: !x clerk }";
  assert.throws(
    () => parseYaml(list(items), "state.yaml"),
    (error) => error instanceof ConfigurationFileError && /^state\.yaml:1505:/.test(error.lines[0] ?? ""),
  );
});

test("a list with an anchor is read as a whole", () => {
  const text = list(["  - &first { a: b }", ...numbers.map(() => "  - *first")].slice(0, 2_050));
  assert.equal(splitLists(text), undefined);
});

test("a key that comes twice is refused, although its lists were taken out", () => {
  const text = list(numbers.map((n) => `  - a: x${n}`));
  assert.throws(() => parseYaml(text + text, "state.yaml"), ConfigurationFileError);
});
