import type { FastifyInstance, FastifyReply } from "fastify";
import type { Clock } from "../../core/time.ts";
import { OAUTH_PATHS, serverMetadata } from "../../oauth/server-metadata.ts";
import type { KeyRing } from "../../tokens/keys/key-ring.ts";
import { addEndpoint } from "../endpoint.ts";

/** The public documents that callers may cache: the keys and the two descriptions of this server. */
export function addDiscoveryRoutes(
  app: FastifyInstance,
  options: { issuer: string; grantTypes: readonly string[]; keyRing: KeyRing; clock: Clock },
): void {
  const { issuer, grantTypes, keyRing, clock } = options;
  const metadata = JSON.stringify(serverMetadata(issuer, grantTypes));
  const send = (reply: FastifyReply, type: string, body: string, maxAgeSeconds: number) =>
    reply
      .header("content-type", type)
      .removeHeader("pragma")
      .header("cache-control", `public, max-age=${maxAgeSeconds}`)
      // Public documents without credentials: any web page may read them.
      .header("access-control-allow-origin", "*")
      .send(body);

  for (const url of [OAUTH_PATHS.openidConfiguration, OAUTH_PATHS.authorizationServer]) {
    addEndpoint(app, url, { GET: (_request, reply) => send(reply, "application/json", metadata, 300) });
  }
  addEndpoint(app, OAUTH_PATHS.jwks, {
    // RFC 7517 §8.5.2. The key ring publishes keys long enough before they sign for exactly this max-age.
    GET: (_request, reply) =>
      send(
        reply,
        "application/jwk-set+json",
        JSON.stringify(keyRing.jwks(clock.milliseconds())),
        keyRing.jwksMaxAgeSeconds,
      ),
  });
}
