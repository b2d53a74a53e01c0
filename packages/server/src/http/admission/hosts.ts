import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { countHeader } from "../count-header.ts";
import { ProblemError } from "../problems.ts";

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
/** Probes and scrapers come by address, not by name. They learn nothing that depends on the host. */
export const BY_ADDRESS: ReadonlySet<string> = new Set(["/livez", "/readyz", "/metrics"]);

/**
 * Refuses hosts that are not ours (RFC 9110 §7.4). No answer is ever built from the Host header; this keeps caches
 * and browsers from being led to believe that a foreign name belongs to us.
 */
export function refuseForeignHosts(app: FastifyInstance, baseUrl: string, allowed: readonly string[]): void {
  const own = new Set([new URL(baseUrl).host, ...allowed]);
  app.addHook("onRequest", (request, _reply, done) => {
    done(problemOf(request.raw, own, () => BY_ADDRESS.has(request.routeOptions.url ?? "")));
  });
}

function problemOf(
  raw: IncomingMessage,
  own: ReadonlySet<string>,
  isByAddress: () => boolean,
): ProblemError | undefined {
  const hosts = countHeader(raw.rawHeaders, "host");
  if (hosts > 1) return new ProblemError("bad_request", "the Host header is repeated");
  // RFC 9112 §3.2. Before HTTP/1.1 there was none, and old probes still do without.
  if (hosts === 0 && raw.httpVersion === "1.1")
    return new ProblemError("bad_request", "the Host header is missing");
  const host = hostOf(raw);
  if (own.has(host) || LOOPBACK.test(host) || isByAddress()) return undefined;
  return new ProblemError("misdirected_request", "use the address of this service's base URL");
}

/** RFC 9112 §3.2.2: a target in absolute form names the host, whatever the Host header says. */
function hostOf({ url = "", headers }: IncomingMessage): string {
  if (url.startsWith("/") || !URL.canParse(url)) return headers.host ?? "";
  return new URL(url).host;
}
