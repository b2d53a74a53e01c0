import type { FastifyInstance } from "fastify";

export type SecurityHeaders = Readonly<Record<string, string>>;

/**
 * The headers of every answer. `no-store` is the default (RFC 6749 §5.1); the few public documents override it. Without
 * a plugin: it would set a dozen more headers on every answer of the token endpoint.
 */
export const SECURITY_HEADERS: SecurityHeaders = {
  "cache-control": "no-store",
  pragma: "no-cache",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

export const securityHeadersFor = (issuer: string): SecurityHeaders => ({
  ...SECURITY_HEADERS,
  ...(issuer.startsWith("https:") && {
    "strict-transport-security": "max-age=63072000; includeSubDomains",
  }),
});

export function addSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers);
    reply.header("x-request-id", request.id);
    done();
  });
}
