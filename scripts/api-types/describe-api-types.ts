import type { Content, OpenApi, Operation } from "./open-api.ts";
import { writeType } from "./write-type.ts";

const HEADING = "// Made by `npm run api:types` from the OpenAPI document. Do not edit.\n\n";

/**
 * Writes the TypeScript types of every API component of this source tree (`Role`), and of every call: `"GET
 * /roles/{name}"` with its path, query, body and the body of its successful responses; and what a client has to know of
 * calls when it runs.
 */
export const describeApiTypes = (document: OpenApi): string =>
  `${HEADING}${writeTypes(document)}\n${writeTraits(document)}`;

function writeTypes(document: OpenApi): string {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `  readonly ${JSON.stringify(name)}: ${writeType(schema)};`,
  );
  const calls = callsOf(document).map(
    ([name, operation]) => `  ${JSON.stringify(name)}: ${describeCall(operation)};`,
  );
  return `${writeInterface("Schemas", schemas)}\n${writeInterface("Calls", calls)}`;
}

const callsOf = ({ paths }: OpenApi): readonly (readonly [name: string, operation: Operation])[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path.replace("/api/v1", "")}`, operation] as const,
    ),
  );

/** Lists of the calls that take a revision, and of those that take an idempotency key. */
function writeTraits(document: OpenApi): string {
  const takesInBody = ({ requestBody }: Operation) => {
    const schema = requestBody && Object.values(requestBody.content)[0]?.schema;
    const named = schema?.$ref && document.components.schemas[schema.$ref.split("/").at(-1) ?? ""];
    return "at_least" in ((named || schema)?.properties ?? {});
  };
  const takesInQuery = ({ parameters = [] }: Operation) => parameters.some(({ name }) => name === "at_least");
  const takesKey = ({ parameters = [] }: Operation) =>
    parameters.some(({ $ref }) => $ref?.endsWith("/Idempotency-Key"));
  const write = (name: string, takes: (operation: Operation) => boolean) => {
    const names = callsOf(document).flatMap(([call, operation]) => (takes(operation) ? [call] : []));
    if (names.length === 0) throw new Error(`no call is listed in ${name}: the document has changed`);
    return `export const ${name}: ReadonlySet<keyof Calls> = new Set([${names.map((one) => JSON.stringify(one)).join(", ")}]);\n`;
  };
  return [
    write("TAKE_REVISION_IN_BODY", takesInBody),
    write("TAKE_REVISION_IN_QUERY", takesInQuery),
    write("TAKE_IDEMPOTENCY_KEY", takesKey),
  ].join("");
}

const writeInterface = (name: string, members: readonly string[]): string =>
  `export interface ${name} {\n${members.join("\n")}\n}\n`;

function describeCall({ parameters = [], requestBody, responses }: Operation): string {
  const place = (where: string): string | undefined => {
    // A call does not take header fields as arguments here.
    const found = parameters.filter((parameter) => parameter.in === where);
    if (found.length === 0) return undefined;
    return writeType({
      type: "object",
      properties: Object.fromEntries(found.map(({ name, schema }) => [name, schema])),
      required: found.filter(({ required }) => required).map(({ name }) => name),
    });
  };
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([, { content }]) => (content ? writeContent(content) : "undefined"));
  const members = {
    params: place("path"),
    query: place("query"),
    body: requestBody && writeContent(requestBody.content),
    answer: [...new Set(answers)].join(" | ") || "undefined",
  };
  const written = Object.entries(members).flatMap(([name, type]) =>
    type ? [`readonly ${name}: ${type}`] : [],
  );
  return `{ ${written.join("; ")} }`;
}

const writeContent = (content: Content): string => writeType(Object.values(content)[0]?.schema ?? {});
