/** What the page about the API shows and sends, without a browser. */

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { ApiDescription, ApiOperation } from "../docs/.vitepress/theme/api/api-description.ts";
import { createCall, exampleInput, inputKey, writeCurl } from "../docs/.vitepress/theme/api/call.ts";
import { listParts, writeSchemaType } from "../docs/.vitepress/theme/api/describe-schema.ts";
import { filterGroups } from "../docs/.vitepress/theme/api/filter-groups.ts";
import { basicAuthorization } from "../docs/.vitepress/theme/api/server.ts";
import { describeApi } from "../scripts/docs/api/describe-api.ts";

let api: ApiDescription;
before(async () => {
  api = await describeApi();
});

function get(id: string): ApiOperation {
  const found = api.groups.flatMap(({ operations }) => operations).find((each) => each.id === id);
  if (!found) throw new Error(`there is no operation ${id}`);
  return found;
}

describe("a call", () => {
  test("has what was typed in the path and in the query, encoded, and nothing that was left empty", () => {
    const values = {
      [inputKey("path", "name")]: "a/b ?",
      [inputKey("query", "cascade")]: "true",
      [inputKey("header", "If-Match")]: "",
    };
    const call = createCall(get("deleteRole"), { values, body: "" });
    assert.deepEqual(call, { method: "DELETE", path: "/api/v1/roles/a%2Fb%20%3F?cascade=true", headers: {} });
  });

  test("begins with the examples of the document", () => {
    const { values, body } = exampleInput(get("replaceRole"));
    assert.deepEqual(values, { "path name": "clerk" });
    assert.ok("grants" in JSON.parse(body));
    assert.deepEqual(exampleInput(get("listUserSessions")).values, exampleInput(get("getUser")).values);
  });

  test("is a command that a shell takes as it is, without the token", () => {
    const call = createCall(get("createRole"), { values: {}, body: `{"name":"it's"}` });
    const written = writeCurl(call, "https://id.example.test", false);
    assert.match(written, /^curl -X POST 'https:\/\/id\.example\.test\/api\/v1\/roles' \\\n/);
    assert.match(written, /-H "Authorization: Bearer \$TOKEN"/);
    assert.ok(written.includes(String.raw`-d '{"name":"it'\''s"}'`), written);
    assert.match(writeCurl(createCall(get("listRevocations"), { values: {}, body: "" }), "", true), /-u "/);
  });

  test("of a client that presents its secret has both halves form-encoded", () => {
    assert.equal(basicAuthorization("a:b", "ü +"), `Basic ${btoa("a%3Ab:%C3%BC+%2B")}`);
  });
});

describe("an operation", () => {
  test("that stores something is known as one", () => {
    for (const id of ["createRole", "replaceRole", "deleteRole", "import", "rotateKeys", "changeAssignments"])
      assert.ok(get(id).writes, id);
    for (const id of [
      "listRoles",
      "check",
      "explainCheck",
      "simulate",
      "checkCondition",
      "authzenEvaluation",
    ])
      assert.ok(!get(id).writes, id);
  });

  test("is found by words of its path, its text and its permission", () => {
    const found = (text: string) =>
      filterGroups(api.groups, text).flatMap(({ operations }) => operations.map(({ id }) => id));
    assert.deepEqual(found("delete LICET:ROLES.write"), ["deleteRole"]);
    assert.deepEqual(found("no such words"), []);
    assert.equal(found("").length, api.groups.flatMap(({ operations }) => operations).length);
  });
});

test("a schema is shown by the names of its types, and by its members", () => {
  const { body } = get("createRole");
  const members = body ? listParts(body.schema, api.schemas) : [];
  const grants = members.find(({ name }) => name === "grants");
  assert.equal(grants && writeSchemaType(grants.schema, api.schemas), "array of GrantInput");
  assert.deepEqual(
    members.filter(({ required }) => required).map(({ name }) => name),
    ["name"],
  );
});
