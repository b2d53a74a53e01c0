import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import type { FailureLog } from "../../observability/failure-log.ts";
import { formatProblem, PROBLEM_TYPE, PROBLEMS, type ProblemSlug } from "../problems.ts";
import { SECURITY_HEADERS } from "../security-headers.ts";
import {
  METRICS_CHALLENGE,
  METRICS_CONTENT_TYPE,
  METRICS_REFUSAL,
  type MetricsEndpoint,
} from "./metrics-access.ts";

interface Refusal {
  readonly slug: ProblemSlug;
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers on a listener that has the metrics and nothing else. The parent of workers uses it, which has no Fastify. */
export function createMetricsHandler(
  { isAllowed, render }: MetricsEndpoint,
  failures: Pick<FailureLog, "error">,
): RequestListener {
  return async (request, response) => {
    const requestId = randomUUID();
    const common = { ...SECURITY_HEADERS, "x-request-id": requestId };
    const refuse = ({ slug, detail, headers = {} }: Refusal) => {
      // The body of a refused request is not read, so the connection cannot go on.
      const sent = { ...common, "content-type": PROBLEM_TYPE, connection: "close", ...headers };
      response.writeHead(PROBLEMS[slug].status, sent).end(formatProblem(slug, requestId, detail));
    };
    const refusal = findRefusal(request, isAllowed);
    if (refusal) return refuse(refusal);
    try {
      const text = await render();
      response.writeHead(200, { ...common, "content-type": METRICS_CONTENT_TYPE }).end(text);
    } catch (error) {
      failures.error({ err: error, requestId }, "the metrics could not be rendered");
      refuse({
        slug: "temporarily_unavailable",
        detail: "the metrics cannot be read",
        headers: { "retry-after": "1" },
      });
    }
  };
}

function findRefusal(
  { url = "", method, headers }: Parameters<RequestListener>[0],
  isAllowed: MetricsEndpoint["isAllowed"],
): Refusal | undefined {
  if (!/^\/metrics(\?|$)/.test(url)) return { slug: "not_found", detail: "check the path" };
  if (method !== "GET") return { slug: "method_not_allowed", detail: "use GET", headers: { allow: "GET" } };
  if (isAllowed(headers.authorization)) return undefined;
  return {
    slug: "unauthenticated",
    detail: METRICS_REFUSAL,
    headers: { "www-authenticate": METRICS_CHALLENGE },
  };
}
