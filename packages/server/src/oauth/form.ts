import { OAuthError } from "./oauth-error.ts";

/** The parameters of a request, each at most once. */
export interface Form {
  /** Undefined when absent or empty: RFC 6749 §3.1, a parameter without a value is treated as omitted. */
  get(name: string): string | undefined;
  /** RFC 8707 §2: the one parameter that may be repeated. */
  readonly resources: readonly string[];
}

/**
 * Reads application/x-www-form-urlencoded by hand, because repeated parameters matter here: every parser at hand
 * either merges them or keeps one of them silently.
 */
export function parseForm(body: string): Form {
  const parameters = new Map<string, string>();
  const resources: string[] = [];
  for (const pair of body.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decodeComponent(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? "" : decodeComponent(pair.slice(equals + 1));
    if (name === "resource") {
      if (value !== "") resources.push(value);
      continue;
    }
    // RFC 6749 §3.2: parameters MUST NOT be included more than once.
    if (parameters.has(name)) throw new OAuthError("invalid_request", "a parameter is repeated");
    parameters.set(name, value);
  }
  return { get: (name) => parameters.get(name) || undefined, resources };
}

const ESCAPES = /[%+]/;

function decodeComponent(text: string): string {
  const decoded = decodeFormText(text);
  if (decoded === undefined) throw new OAuthError("invalid_request", "the form is not properly encoded");
  return decoded;
}

/** One name or value of a form (RFC 6749 appendix B), or undefined when its escapes are broken. */
export function decodeFormText(text: string): string | undefined {
  if (!ESCAPES.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
