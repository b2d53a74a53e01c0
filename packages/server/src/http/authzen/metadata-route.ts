import type { FastifyInstance } from "fastify";
import { addEndpoint } from "../endpoint.ts";
import { sendPublicDocument } from "../send-public-document.ts";
import { AUTHZEN_PATHS, METADATA_PATH } from "./authzen-paths.ts";

/** Authorization API 1.0 §9: where the endpoints are. Public, like the discovery documents. */
export function addMetadataRoute(app: FastifyInstance, issuer: string): void {
  const endpoints = Object.entries(AUTHZEN_PATHS).map(([parameter, path]) => [parameter, issuer + path]);
  const metadata = JSON.stringify({ policy_decision_point: issuer, ...Object.fromEntries(endpoints) });
  addEndpoint(app, METADATA_PATH, {
    GET: (_request, reply) =>
      sendPublicDocument(reply, { mediaType: "application/json", body: metadata, maxAgeSeconds: 300 }),
  });
}
