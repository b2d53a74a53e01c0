import assert from "node:assert/strict";
import { test } from "node:test";
import { fillTable } from "./results-table.ts";

const DOCUMENT = `# Reliability

<!-- results: npm run test:faults -- --write -->
| experiment | load | faults | figure | bar | holds |
|---|---|---|---|---|---|
| A | old | old | old | old | yes |
| B | kept | kept | kept | kept | yes |
| removed | x | x | x | x | yes |
<!-- end of results -->
After.
`;

test("rows that ran are replaced, others stay, and rows of unknown experiments go", () => {
  const measurement = { load: "1|2", faults: "f", figure: "g", bar: "b", violations: ["lost"] };
  const filled = fillTable(DOCUMENT, ["C", "A", "B"], [{ title: "A", measurement }]);
  assert.deepEqual(filled.split("\n"), [
    "# Reliability",
    "",
    "<!-- results: npm run test:faults -- --write -->",
    "| experiment | load | faults | figure | bar | holds |",
    "|---|---|---|---|---|---|",
    "| A | 1\\|2 | f | g | b | no: 1 |",
    "| B | kept | kept | kept | kept | yes |",
    "<!-- end of results -->",
    "After.",
    "",
  ]);
  assert.equal(fillTable(filled, ["A", "B"], []), filled);
});

test("a document without the table is an error", () => {
  assert.throws(() => fillTable("# Reliability\n", [], []), /lacks/);
});
