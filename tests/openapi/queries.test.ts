/** The API takes a parameter as the document describes it: at its bounds, and not beyond. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { readContract } from "../support/api-contract.ts";
import { dereference } from "../support/dereference.ts";
import type { OpenApiParameter, Schema } from "../support/openapi-document.ts";
import { postForm, type RunningLicet, startLicet } from "../support/start-licet.ts";

interface Query {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  readonly parameters: readonly OpenApiParameter[];
}

let licet: RunningLicet;
/** Of an application that serves a resource, for what takes the secret of a client. */
const BASIC = `Basic ${btoa("orders-api:demo-orders-api-secret-not-for-production")}`;
let queries: readonly Query[];
before(async () => {
  licet = await startLicet({
    state: readFileSync(new URL("../../examples/demo.yaml", import.meta.url), "utf8"),
  });
  const { body } = await postForm(`${licet.url}/oidc/token`, {
    grant_type: "client_credentials",
    client_id: "admin",
    client_secret: "demo-admin-secret-not-for-production",
    resource: `${licet.url}/api/v1`,
  });
  const bearer = `Bearer ${body.access_token}`;
  const { document } = await readContract(licet.url);
  queries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], security }]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, (name) => NAMES[name] ?? "nothing"),
      authorization: security.some(({ client }) => client) ? BASIC : bearer,
      parameters: dereference<OpenApiParameter[]>(document, parameters).filter((each) => each.in === "query"),
    })),
  );
});
after(() => licet.stop());

/** A read finds something; a deletion must not. */
const NAMES: Readonly<Record<string, string>> = { "{permission}": "orders:read" };

/** Parameters that belong to `for=replica`, which is answered with a stream. */
const OF_REPLICAS: ReadonlySet<string> = new Set(["for", "reads", "resources", "usernames"]);
const isOfReplica = (path: string, name: string) => path === "/api/v1/changes" && OF_REPLICAS.has(name);

/** Whether the API refuses this parameter, whatever it answers about the rest of the request. */
async function isRefused(query: Query, name: string, values: readonly string[]) {
  const { method, path, parameters, authorization } = query;
  const others = parameters.filter((each) => each.required && each.name !== name);
  const search = new URLSearchParams([
    ...others.map((each) => [each.name, "tokens_issued"]),
    ...values.map((value) => [name, value]),
    ...(isOfReplica(path, name) && name !== "for" ? [["for", "replica"]] : []),
  ]);
  const headers = { authorization, ...(isOfReplica(path, name) && { accept: "text/event-stream" }) };
  const response = await fetch(`${licet.url}${path}?${search}`, { method, headers });
  if (response.headers.get("content-type") === "text/event-stream") {
    await response.body?.cancel();
    return false;
  }
  const problem = (await response.json().catch(() => ({}))) as {
    type?: string;
    errors?: readonly { pointer: string }[];
  };
  assert.ok(
    response.status < 500 || response.status === 503,
    `${method} ${path}?${search}: ${response.status}`,
  );
  // A well-formed revision that does not exist was taken and looked up.
  if (problem.type === "urn:licet:problem:unknown_revision") return false;
  const isNamed = problem.errors?.some(({ pointer }) => pointer.startsWith(`/query/${name}`)) ?? false;
  if (response.status === 400) assert.ok(isNamed, `${method} ${path}?${search}: ${JSON.stringify(problem)}`);
  return response.status === 400;
}

type Values = readonly (readonly string[])[];

/** Values of a parameter by its schema: each is what is given, once or repeated. */
function valuesOf(schema: Schema): { readonly taken: Values; readonly refused: Values } {
  if (schema.enum) return single(schema.enum, ["", "other", String(schema.enum[0]).toUpperCase()]);
  if (schema.format === "date-time")
    return single([new Date().toISOString()], ["", "2027-01-01", "2027-01-01T00:00:00", "1742", "now"]);
  switch (schema.type) {
    case "integer": {
      const { minimum, maximum } = schema;
      const beyond = [BigInt(minimum) - 1n, BigInt(maximum) + 1n, "1.5", "abc", "", "0x1", "1e1", " 1", "+1"];
      return single([minimum, maximum], beyond);
    }
    case "boolean":
      return single(["true", "false"], ["", "1", "0", "yes", "TRUE"]);
    case "array": {
      const { minItems, maxItems } = schema;
      const times = (count: number) => Array.from({ length: count }, (_, index) => `name-${index}`);
      return { taken: [times(minItems), times(maxItems)], refused: [times(maxItems + 1)] };
    }
    default: {
      const { minLength = 0, maxLength } = schema;
      const long = maxLength === undefined ? [] : ["x".repeat(maxLength + 1)];
      const short = minLength > 0 ? ["x".repeat(minLength - 1)] : [];
      // Texts that only look for something, so that any of these lengths will do.
      const fine = maxLength === undefined ? [] : ["x".repeat(Math.max(minLength, 1)), "x".repeat(maxLength)];
      return single(fine, [...long, ...short]);
    }
  }
}

const single = (taken: readonly unknown[], refused: readonly unknown[]) => ({
  taken: taken.map((value) => [String(value)]),
  refused: refused.map((value) => [String(value)]),
});

test("each parameter is taken at its bounds and refused beyond", async () => {
  let tried = 0;
  for (const query of queries) {
    for (const { name, schema } of query.parameters) {
      const about = `${query.method} ${query.path} ${name}`;
      const { taken, refused } = valuesOf(schema);
      for (const values of refused) {
        assert.equal(await isRefused(query, name, values), true, `${about}=${values} is taken`);
        tried += 1;
      }
      // A cursor is one that was given out; any other is refused, whatever its length.
      if (name === "cursor") continue;
      for (const values of taken) {
        assert.equal(await isRefused(query, name, values), false, `${about}=${values} is refused`);
        tried += 1;
      }
    }
  }
  assert.ok(tried > 400, `${tried} values`);
});

test("a parameter that is not described is refused, and so is one that is given twice", async () => {
  for (const query of queries.filter(({ parameters }) => parameters.length > 0)) {
    assert.equal(await isRefused(query, "surprise", ["1"]), true, `${query.method} ${query.path}`);
    const [one] = query.parameters.filter(
      ({ schema }) => schema.type === "integer" || schema.type === "boolean",
    );
    const value = one?.schema.type === "boolean" ? "true" : "1";
    if (one)
      assert.equal(await isRefused(query, one.name, [value, value]), true, `${query.path} ${one.name}`);
  }
});
