import { formatProblem, type ProblemSlug } from "../../../problems.ts";
import { ID } from "./values.ts";

const problem = (slug: ProblemSlug, detail?: string, more: Readonly<Record<string, unknown>> = {}): unknown =>
  JSON.parse(formatProblem(slug, "0c4e2b0a-7f0e-4d5f-8a39-7a3a1f6f8f52", detail, more));

/** One for each status that operations answer with. */
export const PROBLEM_EXAMPLES = {
  400: problem("invalid_input", "is missing", {
    errors: [{ pointer: "/permission", detail: "is missing", code: "missing" }],
  }),
  401: problem("unauthenticated", "the access token is missing or not valid"),
  403: problem("forbidden", "the token lacks licet:roles.write", { lacking: ["licet:roles.write"] }),
  404: problem("not_found", "there is no role of this name or id"),
  409: problem(
    "in_use",
    `still used by assignment ${ID.assignment}; delete with cascade=true to remove all`,
    {
      code: "in_use",
      kind: "role",
      name: "order-reader",
      used_by: [{ kind: "assignment", id: ID.assignment }],
      count: 1,
    },
  ),
  410: problem("gone", "changes after this revision are no longer kept one by one"),
  412: problem("version_mismatch", "it has another version: 8"),
  413: problem("payload_too_large"),
  415: problem("unsupported_media_type"),
  422: problem("idempotency_mismatch", "use a new key for a new request"),
  429: problem("too_many_requests", "too many requests; wait 30 s"),
  500: problem("internal_error"),
  503: problem("temporarily_unavailable"),
} as const;
