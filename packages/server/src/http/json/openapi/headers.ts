import { revision } from "../wire-values.ts";
import { describeSchema } from "./describe-schema.ts";

/** RFC 9110 §8.8.3. */
const TAG = '(W/)?"[\\x21\\x23-\\x7E]*"';

/** Header fields of requests. */
export const REQUEST_HEADERS = {
  "If-Match": {
    description:
      "Only when it still has this version (RFC 9110 §13.1.1): an ETag in quotes, a list of them, or `*` for any",
    schema: { type: "string", pattern: `^[ \\t]*(\\*|${TAG}([ \\t]*,[ \\t]*${TAG})*)[ \\t]*$` },
    example: '"7"',
  },
  "If-None-Match": {
    description:
      "Only when there is none yet (RFC 9110 §13.1.2). It takes `*` and nothing else: an ETag here is 400",
    schema: { type: "string", pattern: "^\\*$" },
    example: "*",
  },
  "Idempotency-Key": {
    description: "Sent again with the same key, the request gets the first answer and has no second effect",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7E]*$" },
    example: "b1f0c7de-6f4e-4c39-9d55-0a3d1c1b8f10",
  },
  "Last-Event-ID": {
    description: "The id of the last event of an interrupted stream, instead of `after`",
    schema: { type: "string", maxLength: 64 },
    example: "41",
  },
} as const;
export type RequestHeader = keyof typeof REQUEST_HEADERS;

/** Header fields of answers. */
export const ANSWER_HEADERS = {
  "X-Request-Id": {
    description:
      "Names the request in the logs and in the audit log: the caller's own where it sent a usable one",
    schema: { type: "string" },
    example: "0c4e2b0a-7f0e-4d5f-8a39-7a3a1f6f8f52",
  },
  "Licet-Revision": {
    description: "The revision of the permission data that the answer was computed from",
    schema: describeSchema(revision, "output"),
    example: 42,
  },
  ETag: {
    description: "The version, for If-Match",
    schema: { type: "string" },
    example: '"7"',
  },
  Location: {
    description: "The path of the created entity",
    schema: { type: "string", format: "uri-reference" },
    example: "/api/v1/roles/order-reader",
  },
  "Retry-After": {
    description: "Seconds to wait (RFC 9110 §10.2.3)",
    schema: { type: "integer", format: "int32", minimum: 1, maximum: 2_147_483_647 },
    example: 1,
  },
  "WWW-Authenticate": {
    description: "What the token lacks (RFC 6750 §3)",
    schema: { type: "string" },
    example: 'Bearer realm="licet", error="insufficient_scope", scope="licet:roles.read"',
  },
} as const;
export type AnswerHeader = keyof typeof ANSWER_HEADERS;

export const referToHeaders = (names: readonly AnswerHeader[]): object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
