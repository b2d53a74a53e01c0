import type { OpenApi } from "./openapi-document.ts";

/** Replaces each reference in a part of the document by its target. The document has no circular reference. */
export function dereference<T>(document: OpenApi, part: unknown): T {
  const follow = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(follow);
    if (typeof value !== "object" || value === null) return value;
    const { $ref } = value as { readonly $ref?: unknown };
    if (typeof $ref === "string") return follow(findReferred(document, $ref));
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, follow(member)]));
  };
  return follow(part) as T;
}

/** The schema that `#/components/schemas/Role` names. */
export const findReferred = (document: object, reference: string): unknown =>
  reference
    .slice("#/".length)
    .split("/")
    .reduce((part: unknown, name) => (part as Record<string, unknown>)[name], document);
