import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { countHeader } from "../count-header.ts";
import { ProblemError } from "../problems.ts";

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
/** Probes and scrapers use the IP address of the server, not its name. These answers do not depend on the host. */
export const PROBE_PATHS: ReadonlySet<string> = new Set(["/livez", "/readyz", "/metrics"]);

/**
 * Refuses hosts other than that of the base URL, the allowed ones and the loopback (RFC 9110 §7.4). No answer is built
 * from the Host header; the refusal keeps foreign names that point to this server from working (DNS rebinding).
 */
export function refuseForeignHosts(app: FastifyInstance, baseUrl: string, allowed: readonly string[]): void {
  const own = new Set([new URL(baseUrl).host, ...allowed]);
  app.addHook("onRequest", (request, _reply, done) => {
    done(findProblem(request.raw, own, () => PROBE_PATHS.has(request.routeOptions.url ?? "")));
  });
}

function findProblem(
  raw: IncomingMessage,
  own: ReadonlySet<string>,
  isProbe: () => boolean,
): ProblemError | undefined {
  const hosts = countHeader(raw.rawHeaders, "host");
  if (hosts > 1) return new ProblemError("bad_request", "the Host header is repeated");
  // RFC 9112 §3.2. Before HTTP/1.1 there was none, and old probes still do without.
  if (hosts === 0 && raw.httpVersion === "1.1")
    return new ProblemError("bad_request", "the Host header is missing");
  const host = hostOf(raw);
  if (own.has(host) || LOOPBACK.test(host) || isProbe()) return undefined;
  return new ProblemError("misdirected_request", "use the host of this service's base URL");
}

/** RFC 9112 §3.2.2: a target in absolute form names the host, whatever the Host header says. */
function hostOf({ url = "", headers }: IncomingMessage): string {
  if (url.startsWith("/") || !URL.canParse(url)) return headers.host ?? "";
  return new URL(url).host;
}
