import { readPairs } from "../form.ts";

/** The parameters of an authorization request. Which of them may be repeated depends on what is known so far. */
export interface Parameters {
  /** Undefined when absent or empty (RFC 6749 §3.1). Of a repeated one, the first. */
  get(name: string): string | undefined;
  isRepeated(name: string): boolean;
  /** Every name that stands more than once, except `resource` (RFC 8707 §2). */
  readonly repeated: readonly string[];
  readonly resources: readonly string[];
}

/** Throws OAuthError when the escapes are broken. */
export function readParameters(text: string): Parameters {
  const values = new Map<string, string>();
  const repeated = new Set<string>();
  const resources: string[] = [];
  for (const [name, value] of readPairs(text)) {
    if (name === "resource") {
      if (value !== "") resources.push(value);
    } else if (values.has(name)) repeated.add(name);
    else values.set(name, value);
  }
  return {
    get: (name) => values.get(name) || undefined,
    isRepeated: (name) => repeated.has(name),
    repeated: [...repeated],
    resources,
  };
}
