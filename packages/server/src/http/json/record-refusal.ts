import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { FastifyRequest } from "fastify";
import type { AuditRecorder } from "../../audit/recorder.ts";
import { ForbiddenError } from "../../directory/write/errors.ts";
import { requesterName } from "../../directory/write/requester.ts";
import { BearerError, type Caller } from "../../oauth/tokens/verify-bearer.ts";
import { originOf } from "../request-parts.ts";

/** Records the error of a request if it is a refusal. Never waits and never throws. */
export type RecordRefusal = (error: unknown, request: FastifyRequest, caller?: Caller) => void;

/**
 * Records a caller that exceeds its permissions: it calls a route whose permission the token lacks, or grants more than
 * it has. A caller without a valid token is unknown and could fill the audit log; its requests are only in the log.
 */
export function createRecordRefusal({
  audit,
  clock,
}: {
  readonly audit: Pick<AuditRecorder, "record">;
  readonly clock: Clock;
}): RecordRefusal {
  return (error, request, admitted) => {
    const refusal = describeRefusal(error);
    const caller = error instanceof BearerError ? error.caller : admitted;
    if (!refusal || !caller) return;
    audit.record({
      at: clock.milliseconds(),
      type: "api.denied",
      actor: requesterName(caller),
      ...originOf(request),
      data: { method: request.method, path: presentablePath(request.url), ...refusal },
    });
  };
}

function describeRefusal(error: unknown): Readonly<Record<string, readonly string[]>> | undefined {
  if (error instanceof ForbiddenError) return { lacking: error.lacking, tried: error.tried };
  if (!(error instanceof BearerError) || error.requiredScope === undefined) return undefined;
  return { lacking: [error.requiredScope] };
}

/** No secret has fewer characters. */
const SHORTEST_SECRET = 32;
const LONGEST_PATH = 300;

/** The path without the query. A long segment may be a misplaced secret, so only its end is kept. */
function presentablePath(url: string): string {
  const parts = (url.split("?", 1)[0] ?? "").split("/");
  const shown = parts.map((part) => (part.length < SHORTEST_SECRET ? part : `…${part.slice(-4)}`));
  return shown.join("/").slice(0, LONGEST_PATH);
}
