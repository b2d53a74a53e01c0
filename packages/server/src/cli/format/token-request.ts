import { OAUTH_PATHS } from "../../oauth/server-metadata.ts";

/** Formats a token request as a curl command of several lines. `fields` are arguments for curl. */
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

/** Formats a form field as an argument for curl, and encodes and quotes the value only where needed. */
export function formField(name: string, value: string): string {
  if (/^[\w.:/-]+$/.test(value)) return `-d ${name}=${value}`;
  return `--data-urlencode '${name}=${value.replaceAll("'", "'\\''")}'`;
}
