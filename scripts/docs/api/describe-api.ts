import type {
  ApiAnswer,
  ApiBody,
  ApiContent,
  ApiDescription,
  ApiGroup,
  ApiOperation,
  ApiParameter,
  JsonSchema,
} from "../../../docs/.vitepress/theme/api/api-description.ts";
import type {
  Content,
  OpenApi,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
  Reference,
} from "../../../tests/support/openapi-document.ts";
import { startLicet } from "../../../tests/support/start-licet.ts";
import { describeAuthzen } from "./describe-authzen.ts";

type Document = OpenApi & {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
};

/** The API of this source tree, by the OpenAPI document that a server of it offers. */
export async function describeApi(): Promise<ApiDescription> {
  const licet = await startLicet({ state: "" });
  try {
    return arrange((await (await fetch(`${licet.url}/api/v1/openapi.json`)).json()) as Document);
  } finally {
    await licet.stop();
  }
}

/** Posted because the question is long; nothing is stored. */
const READS = new Set(["checks", "lists", "simulation"]);
const POSTED_READS = new Set(["checkCondition"]);

function arrange(document: Document): ApiDescription {
  const { paths, components } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      operation: arrangeOperation(method, path, operation, document),
    })),
  );
  const groups = document.tags.map(({ name, description }): ApiGroup => {
    const own = operations.filter(({ tag }) => tag === name).map(({ operation }) => operation);
    return { name, title: name.charAt(0).toUpperCase() + name.slice(1), description, operations: own };
  });
  const [checks, ...others] = groups.filter((group) => group.operations.length > 0);
  if (!checks) throw new Error("the document has no operations");
  const problem = { mediaType: "application/problem+json", schema: { $ref: "#/components/schemas/Problem" } };
  return { groups: [checks, describeAuthzen(problem), ...others], schemas: components.schemas };
}

function arrangeOperation(
  method: string,
  path: string,
  operation: OpenApiOperation & { readonly summary?: string },
  document: Document,
): ApiOperation {
  const { operationId, summary = "", security, parameters = [], requestBody, responses, tags } = operation;
  const body = requestBody && arrangeBody(requestBody);
  const answers = Object.entries(responses).map(([status, response]) =>
    arrangeAnswer(status, response, document),
  );
  const isRead = method === "get" || tags.some((tag) => READS.has(tag)) || POSTED_READS.has(operationId);
  return {
    id: operationId,
    method: method.toUpperCase() as ApiOperation["method"],
    path,
    summary,
    permissions: security.flatMap(({ token = [] }) => token),
    writes: !isRead,
    parameters: parameters
      .map((each) => arrangeParameter(resolve(each, document.components.parameters)))
      .map((parameter) => withExample(parameter, path, document)),
    ...(body && { body }),
    answers,
  };
}

const resolve = <T extends object>(each: T | Reference, known: Readonly<Record<string, T>>): T => {
  if (!("$ref" in each)) return each;
  const found = known[each.$ref.split("/").at(-1) ?? ""];
  if (!found) throw new Error(`the document does not have ${each.$ref}`);
  return found;
};

const arrangeParameter = ({
  required = false,
  ...parameter
}: OpenApiParameter & { readonly description?: string; readonly example?: unknown }): ApiParameter => ({
  name: parameter.name,
  in: parameter.in,
  required,
  ...(parameter.description !== undefined && { description: parameter.description }),
  schema: parameter.schema as JsonSchema,
  ...(parameter.example !== undefined && { example: parameter.example }),
});

/** `{name}` of `/roles/{name}/…` is as in the answer of `GET /roles/{name}`, where its example has such a member. */
function withExample(parameter: ApiParameter, path: string, { paths }: Document): ApiParameter {
  if (parameter.in !== "path") return parameter;
  const written = `{${parameter.name}}`;
  const named = paths[path.slice(0, path.indexOf(written) + written.length)]?.get?.responses["200"];
  const content = named && "content" in named ? arrangeContent(named.content) : undefined;
  const example = (content?.example as Record<string, unknown> | undefined)?.[parameter.name];
  return typeof example === "string" ? { ...parameter, example } : parameter;
}

function arrangeBody(
  body: NonNullable<OpenApiOperation["requestBody"]> & { readonly description?: string },
): ApiBody {
  const content = arrangeContent(body.content);
  if (!content) throw new Error("a body has no schema");
  return {
    ...content,
    required: body.required,
    ...(body.description !== undefined && { description: body.description }),
  };
}

function arrangeContent(content: Content = {}): ApiContent | undefined {
  const [first] = Object.entries(content);
  if (!first) return undefined;
  const [mediaType, { schema, example }] = first;
  // Every problem looks alike; their examples would be half of the page.
  const shown = mediaType === "application/problem+json" ? undefined : example;
  return { mediaType, schema: schema as JsonSchema, ...(shown !== undefined && { example: shown }) };
}

function arrangeAnswer(status: string, response: OpenApiResponse | Reference, document: Document): ApiAnswer {
  const { description, content } = resolve(response, document.components.responses);
  const arranged = arrangeContent(content);
  return {
    status: status === "default" ? "other" : status,
    description,
    ...(arranged && { content: arranged }),
  };
}
