import type { FastifyReply } from "fastify";

/** Sends a document about this server that needs no credentials: caches may keep it, and any web page may read it. */
export const sendPublicDocument = (
  reply: FastifyReply,
  { body, ...document }: PublicDocument,
): FastifyReply => preparePublicDocument(reply, document).send(body);

/** Sets the headers of such a document. */
export const preparePublicDocument = (
  reply: FastifyReply,
  { mediaType, maxAgeSeconds }: Omit<PublicDocument, "body">,
): FastifyReply =>
  reply.removeHeader("pragma").headers({
    "content-type": mediaType,
    "cache-control": `public, max-age=${maxAgeSeconds}`,
    "access-control-allow-origin": "*",
  });

export interface PublicDocument {
  readonly mediaType: string;
  readonly body: string;
  readonly maxAgeSeconds: number;
}
