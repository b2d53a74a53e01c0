// @engine sqlite: these answers do not depend on the engine.

/** Every example of docs/guides/management-api.md, sent in order and compared with the answer that the guide shows. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { readContract } from "../../support/api-contract.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const guide = read("docs/guides/management-api.md");

const blocks = Array.from(guide.matchAll(/```http\n([\s\S]*?)```/g), ([, text = ""]) => text);
const isRequest = (block: string) => /^(GET|POST|PUT|DELETE) \//.test(block);
const examples = blocks.flatMap((block, index) =>
  isRequest(block) ? [{ request: block, answer: blocks[index + 1] }] : [],
);

let licet: RunningLicet;
let token = "";
before(async () => {
  licet = await startLicet({ state: read("examples/demo.yaml") });
});
after(() => licet.stop());

test("the guide has examples, each with its answer", () => {
  assert.ok(examples.length > 20);
  for (const { request, answer } of examples) assert.ok(answer && !isRequest(answer), request);
});

for (const { request, answer = "" } of examples) {
  test(request.split("\n")[0] ?? "", async () => {
    const sent = await sendAsShown(request);
    const shown = parseAnswer(answer);
    assert.equal(sent.status, shown.status, sent.text);
    for (const [name, value] of shown.headers) assertShown(sent.headers.get(name), value, name);
    if (shown.body === undefined) assert.equal(sent.text, "");
    else assertShown(JSON.parse(sent.text), shown.body, "");
    if (sent.text.includes('"access_token"')) token = JSON.parse(sent.text).access_token;
  });
}

test("the permissions that the API asks for are all in Licet's own catalogue", async () => {
  const document = await (await fetch(`${licet.url}/api/v1/openapi.json`)).json();
  const asked = Object.keys(
    (document as OpenApi).components.securitySchemes.token.flows.clientCredentials.scopes,
  );
  const { items } = (await (
    await fetch(`${licet.url}/api/v1/resources?search=licet`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).json()) as { items: { actions: Record<string, unknown> }[] };
  const known = Object.keys(items[0]?.actions ?? {}).map((action) => `licet:${action}`);
  assert.deepEqual(
    asked.filter((permission) => !known.includes(permission)),
    [],
  );
});

interface OpenApi {
  readonly components: {
    readonly securitySchemes: {
      readonly token: { readonly flows: { readonly clientCredentials: { readonly scopes: object } } };
    };
  };
}

async function sendAsShown(block: string) {
  const { first, headers, rest } = parseBlock(block);
  const [method = "", path = ""] = first.split(" ");
  const response = await fetch(licet.url + path, {
    method,
    headers: {
      ...(rest !== "" && { "content-type": "application/json" }),
      ...(token !== "" && { authorization: `Bearer ${token}` }),
      ...Object.fromEntries(headers),
    },
    ...(rest !== "" && { body: rest }),
  });
  const answer = { status: response.status, headers: response.headers, text: await response.text() };
  const { assertDescribed } = await readContract(licet.url);
  if (path.startsWith("/api/v1/"))
    assertDescribed({ method, path, body: rest === "" ? undefined : JSON.parse(rest) }, answer);
  return answer;
}

function parseAnswer(block: string) {
  const { first, headers, rest } = parseBlock(block);
  // A number that differs each time is shown as a bare ….
  const body = rest === "" ? undefined : JSON.parse(rest.replaceAll(/: …/g, ': "…"'));
  return { status: Number(first), headers, body };
}

function parseBlock(block: string) {
  const lines = block.trimEnd().split("\n");
  const isHeader = (line: string) => /^[A-Z][A-Za-z-]+: /.test(line);
  const body = lines.findIndex((line, index) => index > 0 && line !== "" && !isHeader(line));
  const headers = lines.slice(1, body === -1 ? undefined : body).filter(isHeader);
  return {
    first: lines[0] ?? "",
    headers: headers.map((line): [string, string] => {
      const [name = "", value = ""] = line.split(": ", 2);
      return [name.toLowerCase(), value];
    }),
    rest: body === -1 ? "" : lines.slice(body).join("\n"),
  };
}

/** The shown members must be there; an object may have more, and `…` stands for any value. */
function assertShown(actual: unknown, shown: unknown, at: string): void {
  if (typeof shown === "string" && shown.includes("…")) {
    const pattern = shown.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    assert.match(String(actual), new RegExp(`^${pattern.join(".*")}$`, "s"), at);
  } else if (Array.isArray(shown)) {
    assert.ok(Array.isArray(actual), at);
    // An empty list stands for any list.
    if (shown.length > 0) assert.equal(actual.length, shown.length, `${at}: ${JSON.stringify(actual)}`);
    for (const [index, value] of shown.entries()) assertShown(actual[index], value, `${at}/${index}`);
  } else if (typeof shown === "object" && shown !== null) {
    assert.ok(typeof actual === "object" && actual !== null, at);
    for (const [name, value] of Object.entries(shown))
      assertShown((actual as Record<string, unknown>)[name], value, `${at}/${name}`);
  } else {
    assert.deepEqual(actual, shown, at);
  }
}
