import type { Clock } from "@licet/engine/internal/values/time.ts";
import type { FastifyInstance } from "fastify";
import { OAUTH_PATHS, serverMetadata } from "../../oauth/server-metadata.ts";
import type { KeyRing } from "../../tokens/keys/key-ring.ts";
import { addEndpoint } from "../endpoint.ts";
import { sendPublicDocument } from "../send-public-document.ts";

/** The public documents that callers may cache: the keys and the two descriptions of this server. */
export function addDiscoveryRoutes(
  app: FastifyInstance,
  options: { issuer: string; grantTypes: readonly string[]; keyRing: KeyRing; clock: Clock },
): void {
  const { issuer, grantTypes, keyRing, clock } = options;
  const metadata = JSON.stringify(serverMetadata(issuer, grantTypes));
  for (const url of [OAUTH_PATHS.openidConfiguration, OAUTH_PATHS.authorizationServer]) {
    addEndpoint(app, url, {
      GET: (_request, reply) =>
        sendPublicDocument(reply, { mediaType: "application/json", body: metadata, maxAgeSeconds: 300 }),
    });
  }
  addEndpoint(app, OAUTH_PATHS.jwks, {
    // RFC 7517 §8.5.2. The key ring publishes keys long enough before they sign for exactly this max-age.
    GET: (_request, reply) =>
      sendPublicDocument(reply, {
        mediaType: "application/jwk-set+json",
        body: JSON.stringify(keyRing.jwks(clock.milliseconds())),
        maxAgeSeconds: keyRing.jwksMaxAgeSeconds,
      }),
  });
}
