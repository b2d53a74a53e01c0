import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { describeApiTypes } from "../scripts/api-types/describe-api-types.ts";

/** The formatter lays the file out in its own way; what it says is the same. */
const withoutLayout = (text: string): string => text.replaceAll(/[\s;|(),"]/g, "");

test("the SDK and the console know the API as it is: otherwise `npm run api:types` is missing", async () => {
  const file = new URL("../packages/sdk/src/permissions/schema.ts", import.meta.url);
  assert.equal(withoutLayout(await readFile(file, "utf8")), withoutLayout(await describeApiTypes()));
});
