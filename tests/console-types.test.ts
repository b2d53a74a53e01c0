import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { type ApiTypes, describeApiTypes } from "../scripts/console/describe-api-types.ts";

/** The formatter lays the file out in its own way; what it says is the same. */
const withoutLayout = (text: string): string => text.replaceAll(/[\s;|(),"]/g, "");

const FILES: Readonly<Record<keyof ApiTypes, string>> = {
  console: "packages/console/src/api/schema.ts",
  sdk: "packages/sdk/src/permissions/schema.ts",
};

test("the console and the SDK know the API as it is: otherwise `npm run console:types` is missing", async () => {
  const types = await describeApiTypes();
  for (const [name, file] of Object.entries(FILES)) {
    const stored = await readFile(new URL(`../${file}`, import.meta.url), "utf8");
    assert.equal(withoutLayout(stored), withoutLayout(types[name as keyof ApiTypes]), file);
  }
});
