import type { OpenApi } from "./openapi-document.ts";

/** A part of the document with what it refers to in the place of each reference. Nothing in it refers to itself. */
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
