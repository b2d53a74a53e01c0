import { startLicet } from "../../tests/support/start-licet.ts";
import { type JsonSchema, writeType } from "./write-type.ts";

const HEADING = "// Made by `npm run console:types` from the OpenAPI document. Do not edit.\n\n";

/**
 * Writes the TypeScript types of every API component of this source tree (`Role`), and of every call: `"GET
 * /roles/{name}"` with its path, query, body and the body of its successful responses.
 */
export async function describeApiTypes(): Promise<string> {
  const licet = await startLicet({ state: "" });
  try {
    const { paths, components } = (await (await fetch(`${licet.url}/api/v1/openapi.json`)).json()) as OpenApi;
    const schemas = Object.entries(components.schemas).map(
      ([name, schema]) => `  readonly ${JSON.stringify(name)}: ${writeType(schema)};`,
    );
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const name = `${method.toUpperCase()} ${path.replace("/api/v1", "")}`;
        return `  ${JSON.stringify(name)}: ${describeCall(operation)};`;
      }),
    );
    return `${HEADING}${writeInterface("Schemas", schemas)}\n${writeInterface("Calls", calls)}`;
  } finally {
    await licet.stop();
  }
}

const writeInterface = (name: string, members: readonly string[]): string =>
  `export interface ${name} {\n${members.join("\n")}\n}\n`;

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

function describeCall({ parameters = [], requestBody, responses }: Operation): string {
  const place = (where: string): string | undefined => {
    // Header parameters are references; a call does not take them as arguments here.
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
