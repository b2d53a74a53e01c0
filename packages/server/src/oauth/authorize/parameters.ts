import { parsePairs } from "../form.ts";

/**
 * The parameters of the authorization endpoint. Others are ignored (RFC 6749 §3.1), so they are never stored either.
 * The last one is read to be refused.
 */
export const PARAMETER_NAMES = [
  "client_id",
  "response_type",
  "response_mode",
  "redirect_uri",
  "scope",
  "state",
  "nonce",
  "code_challenge",
  "code_challenge_method",
  "prompt",
  "max_age",
  "login_hint",
  "id_token_hint",
  "ui_locales",
  "claims",
  "resource",
  "request",
  "request_uri",
  "registration",
] as const;
export type ParameterName = (typeof PARAMETER_NAMES)[number];
const KNOWN: ReadonlySet<string> = new Set(PARAMETER_NAMES);

/** The size of these parameters, form-encoded: a request is stored until it is answered, for anonymous callers, too. */
export const MAX_REQUEST_BYTES = 8_192;

/** The parameters of an authorization request. Which of them may be repeated depends on what is known so far. */
export interface Parameters {
  /** Undefined when absent or empty (RFC 6749 §3.1). Of a repeated one, the first. */
  get(name: ParameterName): string | undefined;
  isRepeated(name: ParameterName): boolean;
  /** Every name that stands more than once, except `resource` (RFC 8707 §2). */
  readonly repeated: readonly string[];
  /** Each once. */
  readonly resources: readonly string[];
}

/** Throws OAuthError when the escapes are broken. */
export function parseParameters(text: string): Parameters {
  const values = new Map<string, string>();
  const repeated = new Set<string>();
  const resources = new Set<string>();
  for (const [name, value] of parsePairs(text)) {
    if (name === "resource") {
      if (value !== "") resources.add(value);
    } else if (values.has(name)) repeated.add(name);
    else values.set(name, value);
  }
  return {
    get: (name) => values.get(name) || undefined,
    isRepeated: (name) => repeated.has(name),
    repeated: [...repeated],
    resources: [...resources],
  };
}

/** The same request with nothing in it but what is read: form-encoded, without empty values. */
export function keepKnownParameters(text: string): string {
  const known = parsePairs(text).filter(([name, value]) => KNOWN.has(name) && value !== "");
  return new URLSearchParams(known.map(([name, value]): [string, string] => [name, value])).toString();
}
