import type { FastifyInstance } from "fastify";
import { ProblemError } from "./problems.ts";

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
/** Probes and scrapers come by address, not by name. They learn nothing that depends on the host. */
const BY_ADDRESS = new Set(["/livez", "/readyz", "/metrics"]);

/**
 * Refuses hosts that are not ours (RFC 9110 §7.4). No answer is ever built from the Host header; this keeps caches
 * and browsers from being led to believe that a foreign name belongs to us.
 */
export function refuseForeignHosts(app: FastifyInstance, baseUrl: string, allowed: readonly string[]): void {
  const own = new Set([new URL(baseUrl).host, ...allowed]);
  app.addHook("onRequest", async (request) => {
    const host = request.raw.headers.host ?? "";
    if (repeatsHost(request.raw.rawHeaders))
      throw new ProblemError("bad_request", "the Host header is repeated");
    if (own.has(host) || LOOPBACK.test(host) || BY_ADDRESS.has(request.routeOptions.url ?? "")) return;
    throw new ProblemError("misdirected_request", "use the address of this service's base URL");
  });
}

/** Node keeps the first of two Host headers and drops the other: a proxy before us may have read the other one. */
function repeatsHost(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count > 1;
}
