import { OAuthError } from "./oauth-error.ts";

/** The parameters of a request, each at most once, but for one. */
export interface Form {
  /** Undefined when absent or empty: RFC 6749 §3.1, a parameter without a value is treated as omitted. */
  get(name: string): string | undefined;
  /** The different values of the one parameter that may be repeated: `resource` in a protocol request (RFC 8707 §2). */
  readonly repeatable: readonly string[];
}

/**
 * Reads application/x-www-form-urlencoded by hand, because repeated parameters matter here: every parser at hand
 * either merges them or keeps one of them silently.
 */
export function parseForm(body: string, repeatable = "resource"): Form {
  const parameters = new Map<string, string>();
  const values = new Set<string>();
  readPairs(body, (name, value) => {
    if (name === repeatable) {
      if (value !== "") values.add(value);
      return;
    }
    // RFC 6749 §3.2: parameters MUST NOT be included more than once.
    if (parameters.has(name)) throw new OAuthError("invalid_request", "a parameter is repeated");
    parameters.set(name, value);
  });
  return { get: (name) => parameters.get(name) || undefined, repeatable: [...values] };
}

/** The names and values of a form or a query, decoded, in order, repeated ones included. */
export function parsePairs(text: string): (readonly [name: string, value: string])[] {
  const pairs: (readonly [string, string])[] = [];
  readPairs(text, (name, value) => pairs.push([name, value]));
  return pairs;
}

function readPairs(text: string, take: (name: string, value: string) => void): void {
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    if (equals === -1) take(decodeComponent(pair), "");
    else take(decodeComponent(pair.slice(0, equals)), decodeComponent(pair.slice(equals + 1)));
  }
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
