import type { FastifyReply } from "fastify";
import { UnavailableError } from "../core/errors.ts";

/** Every problem the service answers with outside the OAuth endpoints (RFC 9457), by its stable slug. */
export const PROBLEMS = {
  bad_request: { status: 400, title: "The request is not well-formed" },
  not_found: { status: 404, title: "There is nothing here" },
  method_not_allowed: { status: 405, title: "This method is not allowed here" },
  payload_too_large: { status: 413, title: "The request body is too large" },
  unsupported_media_type: { status: 415, title: "The request body has a type that is not understood" },
  misdirected_request: { status: 421, title: "This host is not served here" },
  internal_error: { status: 500, title: "Something went wrong on our side" },
  temporarily_unavailable: { status: 503, title: "The service cannot answer right now" },
} as const;
export type ProblemSlug = keyof typeof PROBLEMS;

export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly slug: ProblemSlug;

  constructor(slug: ProblemSlug, detail: string) {
    super(detail);
    this.slug = slug;
  }
}

export function sendProblem(reply: FastifyReply, error: unknown): FastifyReply {
  const slug = slugOf(error);
  const { status, title } = PROBLEMS[slug];
  const detail = error instanceof ProblemError ? { detail: error.message } : {};
  if (status === 503) reply.header("retry-after", "1");
  return reply
    .status(status)
    .header("content-type", "application/problem+json")
    .send(
      JSON.stringify({
        type: `urn:licet:problem:${slug}`,
        title,
        status,
        ...detail,
        request_id: reply.request.id,
      }),
    );
}

function slugOf(error: unknown): ProblemSlug {
  if (error instanceof ProblemError) return error.slug;
  if (error instanceof UnavailableError) return "temporarily_unavailable";
  switch (statusOf(error)) {
    case undefined:
      return "internal_error";
    case 413:
      return "payload_too_large";
    case 415:
      return "unsupported_media_type";
    default:
      return "bad_request";
  }
}

/** The 4xx status that the HTTP layer itself gave an error (a body too large, a broken header), if any. */
export function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && "statusCode" in error ? error.statusCode : undefined;
  return typeof status === "number" && status >= 400 && status < 500 ? status : undefined;
}
