import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { type Answer, type Call, send } from "./api-client.ts";
import { findReferred } from "./dereference.ts";
import type { OpenApi, OpenApiOperation, OpenApiResponse, Reference, Schema } from "./openapi-document.ts";

export interface SentCall {
  readonly method: string;
  /** From the root; a query does not matter. */
  readonly path: string;
  readonly body?: unknown;
}
export interface SeenAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The OpenAPI document, compared with every request and answer. */
export interface ApiContract {
  readonly document: OpenApi;
  /** The operation of a path like `/api/v1/roles/clerk`. */
  findOperation(method: string, path: string): OpenApiOperation | undefined;
  resolve<T extends object>(described: T | Reference): T;
  /** Returns what is wrong with a value as text, and an empty text for a valid one. */
  findProblems(schema: Schema, value: unknown): string;
  /** Throws unless the answer is one that the operation describes, and the request, when it was taken, as well. */
  assertDescribed(call: SentCall, answer: SeenAnswer): void;
}

/** Once for a process: beside the issuer, every server of this source has the same document. */
let contract: Promise<ApiContract> | undefined;
export const readContract = (url: string): Promise<ApiContract> => {
  contract ??= fetch(url + DESCRIPTION_PATH)
    .then((response) => response.json())
    .then((document) => createContract(document as OpenApi));
  return contract;
};

const DESCRIPTION_PATH = "/api/v1/openapi.json";
const DOCUMENT = "licet";

/** Sends a call, and compares its answer with the document if its path is below /api/v1. */
export async function sendDescribed({ url }: { readonly url: string }, call: Call): Promise<Answer> {
  const answer = await send({ url }, call);
  const { origin, pathname } = new URL(url + call.path);
  if (pathname.startsWith("/api/v1/"))
    (await readContract(origin)).assertDescribed({ ...call, path: pathname }, answer);
  return answer;
}

export function createContract(document: OpenApi): ApiContract {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv, ["date-time", "uri-reference", "int32", "int64"]);
  ajv.addFormat("base64", true);
  ajv.addSchema(document as object, DOCUMENT);
  const validators = new Map<string, ValidateFunction>();
  const templates = Object.keys(document.paths)
    .map((template) => ({
      template,
      pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+").replaceAll(".", "\\.")}$`),
    }))
    // `/assignments:batch` before anything that could be taken for it.
    .sort((one, other) => one.template.split("{").length - other.template.split("{").length);

  const resolve = <T extends object>(described: T | Reference): T =>
    "$ref" in described ? (findReferred(document, described.$ref) as T) : described;

  const findProblems = (schema: Schema, value: unknown): string => {
    const key = JSON.stringify(schema);
    const validate = validators.get(key) ?? ajv.compile(withinDocument(schema));
    validators.set(key, validate);
    return validate(value) ? "" : ajv.errorsText(validate.errors, { dataVar: "", separator: "\n" });
  };

  const findOperation = (method: string, path: string) => {
    const [pathname = ""] = path.split("?");
    const found = templates.find(
      ({ pattern, template }) => pattern.test(pathname) && document.paths[template]?.[method.toLowerCase()],
    );
    return found && document.paths[found.template]?.[method.toLowerCase()];
  };

  const assertDescribed = ({ method, path, body }: SentCall, { status, headers, text }: SeenAnswer) => {
    const operation = findOperation(method, path);
    const about = `${method} ${path} → ${status}`;
    // The document does not describe its own path.
    if (path === DESCRIPTION_PATH) return;
    if (!operation) return assert.ok(status >= 400, `${about}: it is in no description`);
    const declared = operation.responses[status] ?? (status >= 400 && operation.responses.default);
    assert.ok(declared, `${about}: the status is not described`);
    const response = resolve<OpenApiResponse>(declared);
    assertHeaders(response, headers, about);
    const [mediaType = ""] = (headers.get("content-type") ?? "").split(";");
    const described = response.content?.[mediaType];
    if (text === "") assert.equal(response.content, undefined, about);
    else assert.ok(described, `${about}: ${mediaType} is not described`);
    if (described && mediaType.endsWith("json"))
      assert.equal(findProblems(described.schema, JSON.parse(text)), "", `${about}: ${text}`);
    const wanted = operation.requestBody?.content["application/json"]?.schema;
    if (status < 300 && wanted && typeof body === "object")
      assert.equal(findProblems(wanted, body), "", `${about}, taken: ${JSON.stringify(body)}`);
  };

  return { document, findOperation, resolve, findProblems, assertDescribed };
}

/** A successful answer has exactly the described header fields, a problem at most those. */
function assertHeaders(
  { headers: described = {}, content }: OpenApiResponse,
  sent: Headers,
  about: string,
): void {
  const isProblem = content?.["application/problem+json"] !== undefined;
  const isStream = sent.get("content-type")?.startsWith("text/event-stream") ?? false;
  for (const name of [
    "ETag",
    "Location",
    "Retry-After",
    "WWW-Authenticate",
    "X-Request-Id",
    "Licet-Revision",
  ]) {
    if (sent.has(name) && name !== "Licet-Revision") assert.ok(name in described, `${about} sends ${name}`);
    if (name in described && !isProblem && !isStream) assert.ok(sent.has(name), `${about} lacks ${name}`);
  }
}

/** References are written within the document; a schema that was taken out of it refers into it. */
const withinDocument = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT}#/`));
