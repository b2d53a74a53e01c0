/** The parameters of a challenge, in the order in which they are written. */
export interface Challenge {
  readonly error?: "invalid_request" | "invalid_token" | "insufficient_scope";
  readonly error_description?: string;
  readonly scope?: string;
  /** RFC 9728 §5.1 */
  readonly resource_metadata?: string;
}

/** RFC 6750 §3: `WWW-Authenticate` with its parameters as quoted strings. */
export function bearerChallenge({ error, error_description, scope, resource_metadata }: Challenge): string {
  const parameters = Object.entries({ error, error_description, scope, resource_metadata })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}="${quotable(String(value))}"`);
  return parameters.length === 0 ? "Bearer" : `Bearer ${parameters.join(", ")}`;
}

/** RFC 6750 §3 allows printable ASCII without quotes and backslashes; all else would end the value or the header. */
const quotable = (text: string): string => text.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "?");
