import { OAUTH_PATHS } from "../../oauth/server-metadata.ts";

/** The request for a token as a curl command, in lines that a shell takes together. `fields` are arguments for curl. */
export function formatTokenRequest(
  baseUrl: string,
  ...fields: readonly (readonly string[])[]
): readonly string[] {
  const lines = [
    [`curl ${baseUrl}${OAUTH_PATHS.token}`],
    ["-d grant_type=client_credentials", ...(fields[0] ?? [])],
    ...fields.slice(1),
  ];
  const last = lines.length - 1;
  return lines.map((line, index) => `${index > 0 ? "  " : ""}${line.join(" ")}${index < last ? " \\" : ""}`);
}

/** An argument for curl: encoded and quoted where needed, plain where not. */
export function formField(name: string, value: string): string {
  if (/^[\w.:/-]+$/.test(value)) return `-d ${name}=${value}`;
  return `--data-urlencode '${name}=${value.replaceAll("'", "'\\''")}'`;
}
