import type { ShownCall } from "../../api/call-api.ts";
import type { Snippet } from "../../ui/display/snippet.ts";

/** An API call as code in other languages. The code names the variable of the token, never the token. */
export const snippetsOfCall = (call: ShownCall, origin: string): readonly Snippet[] => [
  { language: "curl", code: curlCode(call, origin) },
  { language: "Node", code: nodeCode(call, origin) },
  { language: "Python", code: pythonCode(call, origin) },
  { language: "Go", code: goCode(call, origin) },
];

function curlCode({ method, path, headers, body }: ShownCall, origin: string): string {
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${shellQuoted(origin + path)}`,
    `-H "Authorization: Bearer $LICET_TOKEN"`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${shellQuoted(JSON.stringify(body, null, 2))}`]),
  ];
  return lines.join(" \\\n  ");
}

/** In single quotes a shell interprets nothing but the closing quote. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function nodeCode({ method, path, headers, body }: ShownCall, origin: string): string {
  const lines = [
    `const response = await fetch(${JSON.stringify(origin + path)}, {`,
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    "  headers: {",
    `    authorization: "Bearer " + process.env.LICET_TOKEN,`,
    ...Object.entries(headers).map(
      ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
    ),
    "  },",
    ...(body === undefined
      ? []
      : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2), "  ")}),`]),
    "});",
    method === "DELETE" ? "console.log(response.status);" : "console.log(await response.json());",
  ];
  return lines.join("\n");
}

function pythonCode({ method, path, headers, body }: ShownCall, origin: string): string {
  const lines = [
    "import json, os, urllib.request",
    "",
    "request = urllib.request.Request(",
    `    ${JSON.stringify(origin + path)},`,
    `    method="${method}",`,
    "    headers={",
    `        "authorization": f"Bearer {os.environ['LICET_TOKEN']}",`,
    ...Object.entries(headers).map(
      ([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
    ),
    "    },",
    ...(body === undefined
      ? []
      : [`    data=json.dumps(${indented(pythonLiteral(body), "    ")}).encode(),`]),
    ")",
    "with urllib.request.urlopen(request) as response:",
    "    print(response.read().decode())",
  ];
  return lines.join("\n");
}

function goCode({ method, path, headers, body }: ShownCall, origin: string): string {
  const text = body === undefined ? undefined : JSON.stringify(body, null, 2);
  // A raw string of Go cannot hold a backquote.
  const literal = text?.includes("`") ? JSON.stringify(text) : `\`${text}\``;
  const packages = ["fmt", "io", "log", "net/http", "os", ...(text === undefined ? [] : ["strings"])];
  const sent = [
    ...(text === undefined ? [] : [`body := strings.NewReader(${literal})`]),
    `request, err := http.NewRequest("${method}", ${JSON.stringify(origin + path)}, ${text === undefined ? "nil" : "body"})`,
    "if err != nil {",
    "\tlog.Fatal(err)",
    "}",
    `request.Header.Set("Authorization", "Bearer "+os.Getenv("LICET_TOKEN"))`,
    ...Object.entries(headers).map(
      ([name, value]) => `request.Header.Set(${JSON.stringify(name)}, ${JSON.stringify(value)})`,
    ),
    "response, err := http.DefaultClient.Do(request)",
    "if err != nil {",
    "\tlog.Fatal(err)",
    "}",
    "defer response.Body.Close()",
    "fmt.Println(response.Status)",
    "io.Copy(os.Stdout, response.Body)",
  ];
  return [
    "package main",
    "",
    "import (",
    ...packages.map((name) => `\t"${name}"`),
    ")",
    "",
    "func main() {",
    // Only the first line of the body is indented: the others are inside its string.
    ...sent.map((line) => `\t${line}`),
    "}",
  ].join("\n");
}

const indented = (text: string, by: string): string => text.replaceAll("\n", `\n${by}`);

/** JSON is nearly Python: only its three literals differ, outside of strings. */
const pythonLiteral = (body: unknown): string =>
  JSON.stringify(body, null, 4).replaceAll(
    /"(?:[^"\\]|\\.)*"|\btrue\b|\bfalse\b|\bnull\b/g,
    (token) => ({ true: "True", false: "False", null: "None" })[token] ?? token,
  );
