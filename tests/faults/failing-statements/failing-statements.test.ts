import assert from "node:assert/strict";
import { test } from "node:test";
import { runFailingStatements } from "./failing-statements.ts";

for (const engine of ["sqlite", "postgres"] as const) {
  test(`a write that fails on ${engine} leaves nothing half done, and the client can try again`, async () => {
    const { violations } = await runFailingStatements(engine);
    assert.deepEqual(violations, []);
  });
}

test("a store that spends a code in a statement of its own is caught", async () => {
  const { violations } = await runFailingStatements("sqlite", { tears: true });
  assert.match(violations.join("\n"), /code exchange, write 2 of 2: the code gave no tokens, and is spent/);
});
