import type { ApiOperation } from "./api-description.ts";

/** What a reader has typed for an operation. */
export interface CallInput {
  /** By place and name: `path name`. */
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Call {
  readonly method: ApiOperation["method"];
  /** With its query, on the server that shows the page. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export const inputKey = (place: string, name: string): string => `${place} ${name}`;

/** The fields as they are first shown: examples in the path, the rest empty. */
export function exampleInput({ parameters, body }: ApiOperation): CallInput {
  const path = parameters.filter((parameter) => parameter.in === "path");
  return {
    values: Object.fromEntries(
      path.map(({ name, example }) => [inputKey("path", name), typeof example === "string" ? example : ""]),
    ),
    body: body?.example === undefined ? "" : writeExample(body.example, body.mediaType),
  };
}

const writeExample = (example: unknown, mediaType: string): string =>
  mediaType === "application/json" ? JSON.stringify(example, null, 2) : `${JSON.stringify(example)}\n`;

/** Empty query parameters and header fields are left out. */
export function createCall({ method, path, parameters, body }: ApiOperation, input: CallInput): Call {
  const given = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name }) => [name, input.values[inputKey(place, name)] ?? ""] as const)
      .filter(([, value]) => value !== "");
  const values = new Map(given("path"));
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values.get(name);
    return value === undefined ? whole : encodeURIComponent(value);
  });
  const query = new URLSearchParams(given("query").map(([name, value]) => [name, value]));
  const sendsBody = body !== undefined && input.body.trim() !== "";
  return {
    method,
    path: query.size > 0 ? `${filled}?${query}` : filled,
    headers: {
      ...Object.fromEntries(given("header")),
      ...(sendsBody && { "Content-Type": body.mediaType }),
    },
    ...(sendsBody && { body: input.body }),
  };
}

/** The call as a command. The token stays out of it: shells and screens keep what they show. */
export function writeCurl(call: Call, origin: string, usesSecret: boolean): string {
  const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const credentials = usesSecret ? '-u "$CLIENT_ID:$CLIENT_SECRET"' : '-H "Authorization: Bearer $TOKEN"';
  return [
    `curl${call.method === "GET" ? "" : ` -X ${call.method}`} ${quote(origin + call.path)}`,
    credentials,
    ...Object.entries(call.headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(call.body === undefined
      ? []
      : [
          `${call.headers["Content-Type"] === "application/json" ? "-d" : "--data-binary"} ${quote(call.body)}`,
        ]),
  ].join(" \\\n  ");
}
