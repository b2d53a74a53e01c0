import type { FastifyRequest } from "fastify";
import type { Preconditions } from "../../directory/write/preconditions.ts";
import { ENCODINGS } from "../compression/choose-encoding.ts";
import { ProblemError } from "../problems.ts";

export const etagOf = (version: number): string => `"${version}"`;

/** RFC 9110 §13.1.1 and §13.1.2, in three forms: `If-Match: "7"`, `If-Match: *`, `If-None-Match: *`. */
export function parsePreconditions({ headers }: FastifyRequest): Preconditions {
  const { "if-match": match, "if-none-match": noneMatch } = headers;
  if (noneMatch !== undefined && noneMatch !== "*")
    throw new ProblemError("bad_request", "If-None-Match: only * is understood here");
  return {
    ...(match !== undefined && { ifMatch: match.trim() === "*" ? ("any" as const) : parseTags(match) }),
    ...(noneMatch !== undefined && { ifNoneMatch: true as const }),
  };
}

/**
 * Strong comparison: a weak tag, or one that Licet cannot have sent, matches nothing. A compressed answer has the name of
 * its coding in the tag; the version is the same.
 */
function parseTags(header: string): readonly number[] {
  const tags = header.split(",").map((tag) => tag.trim());
  if (!tags.every((tag) => /^(?:W\/)?"[\x21\x23-\x7E]*"$/.test(tag)))
    throw new ProblemError("bad_request", 'If-Match: expected an entity tag in quotes, such as "7"');
  return tags.flatMap((tag) => {
    const version = VERSION_TAG.exec(tag)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}

const VERSION_TAG = new RegExp(`^"(0|[1-9]\\d{0,14})(?:-(?:${ENCODINGS.join("|")}))?"$`);
