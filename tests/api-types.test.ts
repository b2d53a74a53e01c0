import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";
import { describeApiTypes } from "../scripts/api-types/describe-api-types.ts";
import { describeKinds } from "../scripts/api-types/describe-kinds.ts";
import { type OpenApi, readOpenApi } from "../scripts/api-types/open-api.ts";

/** The formatter lays the file out in its own way; what it says is the same. */
const withoutLayout = (text: string): string => text.replaceAll(/[\s;|(),"]/g, "");

let document: OpenApi;
before(async () => {
  document = await readOpenApi();
});

test("the SDK and the console know the API as it is: otherwise `npm run api:types` is missing", async () => {
  const file = new URL("../packages/sdk/src/permissions/schema.ts", import.meta.url);
  assert.equal(withoutLayout(await readFile(file, "utf8")), withoutLayout(describeApiTypes(document)));
});

test("the console knows the kinds as they are: otherwise `npm run api:types` is missing", async () => {
  const file = new URL("../packages/console/src/values/kinds.generated.ts", import.meta.url);
  assert.equal(withoutLayout(await readFile(file, "utf8")), withoutLayout(describeKinds(document)));
});
