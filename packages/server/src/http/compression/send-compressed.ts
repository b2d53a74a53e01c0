import type { FastifyReply, FastifyRequest } from "fastify";
import { chooseEncoding, type Encoding } from "./choose-encoding.ts";
import { compress } from "./compress.ts";

/** A smaller answer fits into one packet anyway. */
const LARGE_BYTES = 1_024;

type Compress = (bytes: Buffer, encoding: Encoding) => Promise<Buffer>;
const compressNow: Compress = (bytes, encoding) => compress(bytes, encoding, "fast");

/**
 * Sends JSON, compressed when it is large and the client accepts a coding. The size of a compressed answer tells how much
 * of a text chosen by one caller also occurs in the rest, so only answers without secrets come here.
 */
export async function sendCompressed(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  json: Buffer,
  compressJson: Compress = compressNow,
): Promise<FastifyReply> {
  reply.header("vary", "accept-encoding");
  if (!reply.hasHeader("content-type")) reply.type("application/json; charset=utf-8");
  const encoding = json.length < LARGE_BYTES ? undefined : chooseEncoding(headers["accept-encoding"]);
  if (encoding === undefined) return reply.send(json);
  const compressed = await compressJson(json, encoding);
  const etag = reply.getHeader("etag");
  if (typeof etag === "string") reply.header("etag", tagOf(etag, encoding));
  return reply.header("content-encoding", encoding).send(compressed);
}

/** RFC 9110 §8.8.3: each coding has a strong tag of its own. `If-Match` understands all of them (json/etag.ts). */
const tagOf = (etag: string, encoding: Encoding): string => etag.replace(/"$/, `-${encoding}"`);
