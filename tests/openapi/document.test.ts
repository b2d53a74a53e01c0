/** The OpenAPI document as a contract: what generators and readers of it can rely on. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ApiContract, readContract } from "../support/api-contract.ts";
import type { OpenApiOperation, OpenApiResponse, Schema } from "../support/openapi-document.ts";
import { type RunningLicet, startLicet } from "../support/start-licet.ts";

let licet: RunningLicet;
let contract: ApiContract;
before(async () => {
  licet = await startLicet({ state: "" });
  contract = await readContract(licet.url);
});
after(() => licet.stop());

const operations = (): readonly (readonly [name: string, operation: OpenApiOperation])[] =>
  Object.entries(contract.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  );
const responsesOf = ({ responses }: OpenApiOperation) =>
  Object.entries(responses).map(
    ([status, response]) => [status, contract.resolve<OpenApiResponse>(response)] as const,
  );

/** Every schema of the document with its place, those of components and parameters included. */
function* allSchemas(): Generator<readonly [place: string, schema: Schema]> {
  for (const [name, schema] of Object.entries(contract.document.components.schemas))
    yield* within(name, schema);
  for (const [name, { parameters = [], requestBody, responses }] of operations()) {
    for (const parameter of parameters) {
      const { name: of, schema } = contract.resolve<{ name: string; schema: Schema }>(parameter);
      yield* within(`${name} ${of}`, schema);
    }
    for (const content of [requestBody, ...Object.values(responses).map((one) => contract.resolve(one))])
      for (const { schema } of Object.values((content as OpenApiResponse | undefined)?.content ?? {}))
        yield* within(name, schema);
  }
}

function* within(place: string, schema: Schema): Generator<readonly [string, Schema]> {
  yield [place, schema];
  for (const [name, member] of Object.entries<Schema>(schema.properties ?? {}))
    yield* within(`${place}/${name}`, member);
  for (const inner of [schema.items, schema.additionalProperties])
    if (typeof inner === "object") yield* within(`${place}/*`, inner);
  for (const [index, inner] of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].entries())
    yield* within(`${place}|${index}`, inner);
}

const placesWhere = (isWrong: (schema: Schema) => boolean): readonly string[] =>
  [...allSchemas()].filter(([, schema]) => isWrong(schema)).map(([place]) => place);

test("every operation has a name that says what it does, and no other has it", () => {
  const ids = operations().map(([, { operationId }]) => operationId);
  assert.ok(ids.length > 60);
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
  assert.deepEqual(
    ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id)),
    [],
  );
  for (const id of ["getRole", "listRoles", "createRole", "replaceRole", "deleteRole", "check", "checkBatch"])
    assert.ok(ids.includes(id), id);
});

test("bodies are components with a name, and so is every object within", () => {
  const { schemas } = contract.document.components;
  for (const name of ["Role", "User", "Application", "Resource", "Assignment", "CheckResult", "Problem"])
    assert.ok(schemas[name], name);
  for (const [name, operation] of operations()) {
    const contents = [operation.requestBody, ...responsesOf(operation).map(([, response]) => response)];
    for (const [type, { schema }] of contents.flatMap((each) => Object.entries(each?.content ?? {})))
      if (type.endsWith("json")) assert.match(schema.$ref, /^#\/components\/schemas\/[A-Z]\w+$/, name);
  }
  const components = new Set(Object.values(schemas));
  assert.deepEqual(
    placesWhere((schema) => schema.properties !== undefined && !components.has(schema)),
    [],
  );
  assert.deepEqual(
    Object.keys(schemas).filter((name) => !/^[A-Z][A-Za-z]+$/.test(name)),
    [],
  );
});

test("times have a format and no pattern, integers bounds and a width, and no default is an object", () => {
  const { MAX_SAFE_INTEGER, MIN_SAFE_INTEGER } = Number;
  assert.deepEqual(
    placesWhere(({ format, pattern }) => format === "date-time" && pattern !== undefined),
    [],
  );
  assert.deepEqual(
    placesWhere(
      ({ type, format, minimum, maximum }) =>
        type === "integer" &&
        !(minimum >= MIN_SAFE_INTEGER && maximum <= MAX_SAFE_INTEGER && ["int32", "int64"].includes(format)),
    ),
    [],
  );
  assert.deepEqual(
    placesWhere((schema) => typeof schema.default === "object" || Array.isArray(schema.type)),
    [],
  );
});

test("each answer says its header fields, and each problem what it looks like", () => {
  for (const [name, operation] of operations()) {
    const responses = responsesOf(operation);
    for (const [status, { headers = {}, content = {} }] of responses) {
      assert.ok("X-Request-Id" in headers, `${name} ${status}`);
      const isGood = status.startsWith("2");
      if (!isGood) assert.ok(content["application/problem+json"], `${name} ${status}`);
      if (status === "429" || status === "503") assert.ok("Retry-After" in headers, `${name} ${status}`);
    }
    const statuses = responses.map(([status]) => status);
    for (const status of ["400", "401", "403", "429", "503", "default"])
      assert.ok(statuses.includes(status), `${name} ${status}`);
  }
});

test("every request and every answer has an example, and it is one", () => {
  let tried = 0;
  for (const [name, operation] of operations()) {
    const contents = [operation.requestBody, ...responsesOf(operation).map(([, response]) => response)];
    for (const [type, { schema, example }] of contents.flatMap((each) =>
      Object.entries(each?.content ?? {}),
    )) {
      if (!type.endsWith("json")) continue;
      assert.notEqual(example, undefined, `${name} ${JSON.stringify(schema)}`);
      assert.equal(contract.findProblems(schema, example), "", `${name} ${JSON.stringify(example)}`);
      tried += 1;
    }
  }
  assert.ok(tried > 500);
});

test("a secret is only ever sent, and returned only in the answer that creates it", () => {
  for (const [name, schema] of Object.entries(contract.document.components.schemas)) {
    const mayHave = /Input$|Replacement$|^Created|^Configuration|^Imported/.test(name);
    for (const secret of ["password", "client_secret", "secret_key"])
      if (!mayHave) assert.ok(!(secret in (schema.properties ?? {})), `${name} has ${secret}`);
  }
});

test("names, members and addresses say which form they have, in patterns for every language", async () => {
  const forms: readonly (readonly [component: string, member: string, good: string, bad: string])[] = [
    ["ResourceInput", "name", "orders", "or ders"],
    ["ResourceInput", "identifier", "https://orders.example.test", "orders"],
    ["PermissionInput", "name", "billing_admin", "1st"],
    ["RoleInput", "name", "clerk.eu", "clerk/eu"],
    ["GroupInput", "name", "staff", ""],
    ["UserInput", "username", "Åsa", "a b"],
    ["UserInput", "email", "asa@example.test", "asa"],
    ["ApplicationInput", "client_id", "shop", "_shop"],
    ["ApplicationInput", "home_page", "https://shop.example.test/", "shop"],
    ["AccessAccountInput", "access_key", "ak_1", "key"],
    ["AssignmentInput", "principal", "user:asa", "asa"],
    ["AssignmentInput", "at", "orders/42", "orders"],
  ];
  for (const [component, member, good, bad] of forms) {
    const schema = contract.document.components.schemas[component]?.properties?.[member] as Schema;
    const { pattern = "" } = contract.resolve<Schema>(schema ?? {});
    assert.match(pattern, /^\^/, `${component}.${member} has a pattern`);
    assert.match(good, new RegExp(pattern, "u"), `${component}.${member}`);
    assert.doesNotMatch(bad, new RegExp(pattern, "u"), `${component}.${member}`);
  }
  const members = contract.document.components.schemas.GroupInput?.properties?.members?.items as Schema;
  assert.match("user:asa", new RegExp(members.pattern ?? "$^", "u"));
  assert.doesNotMatch("application:shop", new RegExp(members.pattern ?? "", "u"));
  const { EnglishText, PermissionName } = contract.document.components.schemas;
  assert.deepEqual([EnglishText?.minLength, PermissionName?.minLength], [1, 1]);
  // A pattern is for regular expressions of every language: RE2 has no lookahead, and Python no properties.
  assert.deepEqual(
    placesWhere(({ pattern = "" }) => /\(\?[=!<]|\\p\{/.test(pattern)),
    [],
  );
});
