/**
 * Every example of the guides is valid against the document. A request has to be valid as it stands. An answer may
 * leave members out and write `…` for what differs each time, so it is held to the rest: nothing in it that the
 * document does not know, and nothing of another type. That the API answers so is tested with the flows.
 */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { type ApiContract, createContract, readContract } from "../support/api-contract.ts";
import type { OpenApiResponse, Schema } from "../support/openapi-document.ts";
import { type RunningLicet, startLicet } from "../support/start-licet.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

interface Example {
  readonly place: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** 200 where the guide shows no status. */
  readonly status: number;
  readonly answer: string;
}

const FENCE = /^```(\w+)\n([\s\S]*?)^```/gm;
const REQUEST = /^(GET|POST|PUT|DELETE) (\S+)/;

function readExamples(file: string): readonly Example[] {
  const text = readFileSync(`${ROOT}/${file}`, "utf8");
  const blocks = Array.from(text.matchAll(FENCE), ({ 1: kind, 2: content = "", index }) => ({
    kind,
    content,
    place: `${file}:${text.slice(0, index).split("\n").length}`,
  }));
  return blocks.flatMap(({ kind, content, place }, index) => {
    if (kind === "json")
      assert.match(blocks[index - 1]?.content ?? "", REQUEST, `${place}: JSON is the answer to a request`);
    const [, method = "", path = ""] = (kind === "http" && REQUEST.exec(content)) || [];
    if (method === "") return [];
    const next = blocks[index + 1];
    assert.ok(next && (next.kind === "json" || /^\d{3}\n/.test(next.content)), `${place}: an answer follows`);
    const status = next.kind === "json" ? 200 : Number(next.content.slice(0, 3));
    return [{ place, method, path, body: bodyIn(content), status, answer: bodyIn(next.content) }];
  });
}

/** From the line on that opens an object. */
const bodyIn = (content: string): string => content.slice(content.search(/^\{/m)).replace(/^[^{][\s\S]*/, "");

let licet: RunningLicet;
let contract: ApiContract;
let abbreviated: ApiContract;
before(async () => {
  licet = await startLicet({ state: "" });
  contract = await readContract(licet.url);
  abbreviated = createContract(withoutRequired(contract.document));
});
after(() => licet.stop());

/** The same document, in which no member has to be there. */
const withoutRequired = <T>(document: T): T =>
  JSON.parse(JSON.stringify(document), (name, value) =>
    name === "required" && Array.isArray(value) ? undefined : value,
  );

/** The shown value, without the members that stand for anything. */
const readShown = (text: string): unknown =>
  JSON.parse(text.replaceAll(/: …/g, ': "…"'), function (this: unknown, _, value) {
    const isPlaceholder = typeof value === "string" && value.includes("…") && !Array.isArray(this);
    return isPlaceholder ? undefined : value;
  });

const guides = globSync("docs/guides/*.md", { cwd: ROOT }).sort();
const examples = guides.flatMap(readExamples).filter(({ path }) => path.startsWith("/api/v1"));

test("the guides have examples of many operations", () => {
  assert.ok(examples.length > 40, `${examples.length}`);
  const ids = examples.map(({ method, path }) => contract.findOperation(method, path)?.operationId);
  assert.ok(new Set(ids).size > 25, `${new Set(ids).size}`);
});

for (const { place, method, path, body, status, answer } of examples) {
  test(`${place}: ${method} ${path}`, () => {
    const operation = contract.findOperation(method, path);
    assert.ok(operation, "it is in the document");
    const wanted = operation.requestBody?.content["application/json"]?.schema;
    const isWrong = status === 400;
    if (body === "") assert.ok(!operation.requestBody?.required || isWrong, "it needs a body");
    else if (isWrong) assert.doesNotThrow(() => JSON.parse(body));
    else assert.equal(contract.findProblems(wanted as Schema, JSON.parse(body)), "");
    const described = operation.responses[status] ?? (status >= 400 && operation.responses.default);
    assert.ok(described, `${status} is described`);
    const { content = {} } = abbreviated.resolve<OpenApiResponse>(described);
    const [schema] = Object.values(content).map((each) => each.schema);
    if (answer === "") return;
    assert.ok(schema, `${status} has a body`);
    assert.equal(abbreviated.findProblems(schema, readShown(answer)), "");
  });
}

test("an answer with a member that no answer has, or of another type, would be found", () => {
  const role = { $ref: "#/components/schemas/Role" };
  assert.equal(abbreviated.findProblems(role, readShown('{ "name": "x", "version": … }')), "");
  assert.notEqual(abbreviated.findProblems(role, readShown('{ "nmae": "x" }')), "");
  assert.notEqual(abbreviated.findProblems(role, readShown('{ "grants": ["orders:read"] }')), "");
});

test("the problems in docs/reference/errors.md are what the document says", () => {
  const text = readFileSync(`${ROOT}/docs/reference/errors.md`, "utf8");
  const blocks = Array.from(text.matchAll(FENCE), ([, , content = ""]) => JSON.parse(content));
  const problems = blocks.filter(({ title }) => title !== undefined);
  const issues = blocks.filter(({ pointer }) => pointer !== undefined);
  assert.ok(problems.length > 1 && issues.length > 0);
  for (const problem of problems)
    assert.equal(contract.findProblems({ $ref: "#/components/schemas/Problem" }, problem), "");
  for (const issue of issues)
    assert.equal(contract.findProblems({ $ref: "#/components/schemas/InputIssue" }, issue), "");
});
