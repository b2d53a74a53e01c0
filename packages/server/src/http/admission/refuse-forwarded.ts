import type { FastifyInstance } from "fastify";
import { PUBLISHED_CREDENTIALS_MESSAGE } from "../../accounts/published-credentials/published-credentials.ts";
import type { AcceptsPublishedCredentials } from "../../accounts/published-credentials/published-credentials-watch.ts";
import { ProblemError } from "../problems.ts";
import { PROBE_PATHS } from "./refuse-foreign-hosts.ts";

/**
 * A proxy or a tunnel before a private server lets others in, and with published credentials all of them are
 * administrators. Proxies name themselves by these headers (RFC 7239 §4, RFC 9110 §7.6.3); for a request
 * without them, nothing more than the names of its headers is read.
 */
export function refuseForwarded(
  app: FastifyInstance,
  acceptsPublishedCredentials: AcceptsPublishedCredentials,
): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (!isForwarded(request.raw.headers) || PROBE_PATHS.has(request.routeOptions.url ?? "")) return done();
    acceptsPublishedCredentials().then(
      (isAccepting) => done(isAccepting ? refusal() : undefined),
      (error: Error) => done(error),
    );
  });
}

const refusal = () => new ProblemError("published_credentials", PUBLISHED_CREDENTIALS_MESSAGE);

/** Node gives the names in lower case. */
export function isForwarded(headers: Readonly<Record<string, unknown>>): boolean {
  for (const name in headers)
    if (name === "forwarded" || name === "via" || name.startsWith("x-forwarded-")) return true;
  return false;
}
