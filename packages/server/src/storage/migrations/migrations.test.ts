import assert from "node:assert/strict";
import { test } from "node:test";
import { MIGRATIONS } from "./migrations.ts";
import { schemaOf } from "./schema-migration.ts";

test("migrations are numbered from 1 without a gap, and none runs beside servers that are newer than itself", () => {
  assert.deepEqual(
    MIGRATIONS.map(({ name }) => schemaOf(name)),
    MIGRATIONS.map((_, index) => index + 1),
  );
  for (const [index, { name, kind, oldestSchema }] of MIGRATIONS.entries()) {
    assert.ok(oldestSchema >= 1 && oldestSchema <= index + 1, name);
    // The servers of the version before go on; only the first one has none before it.
    if (kind === "expand" && index > 0)
      assert.ok(oldestSchema <= index, `${name} would break the servers that run`);
  }
});
