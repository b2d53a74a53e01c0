import type { FastifyReply, FastifyRequest } from "fastify";
import { chooseEncoding } from "../compression/choose-encoding.ts";
import type { StaticFile } from "./static-file.ts";

/** The builds put the digest of each of these files into its name. */
const NAMED_BY_CONTENT = "assets/";

export const isNamedByContent = (path: string): boolean => path.startsWith(NAMED_BY_CONTENT);

/** Sends a file that is no page: a browser keeps it as long as its name says the same content. */
export function sendStaticFile(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  file: StaticFile,
): Promise<FastifyReply> {
  reply.headers({ "content-type": file.mediaType, "cross-origin-resource-policy": "same-origin" });
  const cacheControl = isNamedByContent(path) ? "public, max-age=31536000, immutable" : "no-cache";
  return sendContent(request, reply, file, cacheControl);
}

export async function sendContent(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { bytes, gzipped, digest }: StaticFile,
  cacheControl: string,
): Promise<FastifyReply> {
  const encoded = chooseEncoding(headers["accept-encoding"], ["gzip"]) && (await gzipped());
  // RFC 9110 §8.8.3: each representation has its own tag.
  const etag = encoded ? `"${digest}-gzip"` : `"${digest}"`;
  reply.removeHeader("pragma").headers({ "cache-control": cacheControl, vary: "accept-encoding", etag });
  if (isKnown(headers["if-none-match"], etag)) return reply.status(304).removeHeader("content-type").send();
  if (encoded) reply.header("content-encoding", "gzip");
  return reply.send(encoded ?? bytes);
}

/** RFC 9110 §13.1.2: weak comparison. */
const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
