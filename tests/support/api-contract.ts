import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { findReferred } from "./dereference.ts";

/** As much of OpenAPI as the document uses. */
export interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, OpenApiResponse>>;
    readonly parameters: Readonly<Record<string, OpenApiParameter>>;
    readonly headers: Readonly<Record<string, object>>;
    readonly securitySchemes: {
      readonly token: {
        readonly flows: {
          readonly clientCredentials: { readonly scopes: Readonly<Record<string, string>> };
        };
      };
    };
  };
}
// biome-ignore lint/suspicious/noExplicitAny: JSON Schema, looked at member by member
export type Schema = Record<string, any>;
export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly { readonly token: readonly string[] }[];
  readonly parameters?: readonly (OpenApiParameter | Reference)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, OpenApiResponse | Reference>>;
}
export interface OpenApiParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: Schema;
}
export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Content;
}
type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
interface Reference {
  readonly $ref: string;
}

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

/** What the OpenAPI document promises, held against what is sent and what comes back. */
export interface ApiContract {
  readonly document: OpenApi;
  /** The operation of a path like `/api/v1/roles/clerk`. */
  findOperation(method: string, path: string): OpenApiOperation | undefined;
  resolve<T extends object>(described: T | Reference): T;
  /** What is wrong with a value, as a text that is empty when nothing is. */
  problemsOf(schema: Schema, value: unknown): string;
  /** Throws unless the answer is one that the operation describes, and the request, when it was taken, as well. */
  hold(call: SentCall, answer: SeenAnswer): void;
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

  const problemsOf = (schema: Schema, value: unknown): string => {
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

  const hold = ({ method, path, body }: SentCall, { status, headers, text }: SeenAnswer) => {
    const operation = findOperation(method, path);
    const about = `${method} ${path} → ${status}`;
    // What describes everything else does not describe itself.
    if (path === DESCRIPTION_PATH) return;
    if (!operation) return assert.ok(status >= 400, `${about}: it is in no description`);
    const declared = operation.responses[status] ?? (status >= 400 && operation.responses.default);
    assert.ok(declared, `${about}: the status is not described`);
    const response = resolve<OpenApiResponse>(declared);
    holdHeaders(response, headers, about);
    const [mediaType = ""] = (headers.get("content-type") ?? "").split(";");
    const described = response.content?.[mediaType];
    if (text === "") assert.equal(response.content, undefined, about);
    else assert.ok(described, `${about}: ${mediaType} is not described`);
    if (described && mediaType.endsWith("json"))
      assert.equal(problemsOf(described.schema, JSON.parse(text)), "", `${about}: ${text}`);
    const wanted = operation.requestBody?.content["application/json"]?.schema;
    if (status < 300 && wanted && typeof body === "object")
      assert.equal(problemsOf(wanted, body), "", `${about}, taken: ${JSON.stringify(body)}`);
  };

  return { document, findOperation, resolve, problemsOf, hold };
}

/** Good answers have the header fields that they say, problems at most those. */
function holdHeaders(
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
