import { once } from "node:events";
import type { Writable } from "node:stream";
import { constants, createGzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { UnavailableError } from "../../core/errors/errors.ts";
import { chooseEncoding } from "../compression/choose-encoding.ts";

/** An answer of JSON texts, one on each line, that is written while it is read. */
export interface NdjsonAnswer {
  /** Sends the head of the answer. */
  begin(headers: Readonly<Record<string, string | number>>): void;
  readonly hasBegun: boolean;
  /** Resolves when more may be written. Rejects when the client has left or does not read. */
  write(lines: readonly string[]): Promise<void>;
  end(): void;
  /** Breaks the connection off, so that the client does not take the answer for complete. */
  abandon(): void;
}

/** A reader that is slower keeps a connection of the database waiting. */
const LONGEST_WAIT_MILLISECONDS = 10_000;

/** `stopping` is aborted when the server begins to drain: the answer then ends early. */
export function createNdjsonAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  stopping: AbortSignal,
): NdjsonAnswer {
  const { raw } = reply;
  const disconnected = new AbortController();
  raw.once("close", () => disconnected.abort());
  const ended = AbortSignal.any([stopping, disconnected.signal]);
  let sink: Writable | undefined;

  /** The fastest level: the text shrinks to a tenth all the same. Compressing is work for other threads. */
  function compressing(): Writable {
    const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 65_536 });
    gzip.on("error", () => raw.destroy());
    gzip.pipe(raw);
    return gzip;
  }

  return {
    get hasBegun() {
      return sink !== undefined;
    },
    begin(headers) {
      const encoding = chooseEncoding(request.headers["accept-encoding"], ["gzip"]);
      reply.hijack();
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "application/x-ndjson",
        vary: "accept-encoding",
        ...(encoding !== undefined && { "content-encoding": encoding }),
        ...headers,
      });
      sink = encoding === undefined ? raw : compressing();
    },
    async write(lines) {
      if (ended.aborted) throw new UnavailableError("the answer has ended");
      if (sink === undefined || sink.write(`${lines.join("\n")}\n`)) return;
      await once(sink, "drain", {
        signal: AbortSignal.any([ended, AbortSignal.timeout(LONGEST_WAIT_MILLISECONDS)]),
      });
    },
    end: () => void sink?.end(),
    abandon: () => void raw.destroy(),
  };
}
