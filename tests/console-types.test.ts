import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { describeApiTypes } from "../scripts/console/describe-api-types.ts";

/** The formatter lays the file out in its own way; what it says is the same. */
const withoutLayout = (text: string): string => text.replaceAll(/[\s;|()"]/g, "");

test("the console knows the API as it is: otherwise `npm run console:types` is missing", async () => {
  const stored = await readFile(new URL("../packages/console/src/api/schema.ts", import.meta.url), "utf8");
  assert.equal(withoutLayout(stored), withoutLayout(await describeApiTypes()));
});
