import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "./choose-encoding.ts";

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** For an answer that is written once: at these levels, brotli is as fast as gzip and smaller. */
const FAST = { br: 4, gzip: 6 } as const;
/** For a document that is compressed once and sent many times. */
const SMALL = { br: 9, gzip: 9 } as const;

/** Compresses in the thread pool: the event loop answers other requests meanwhile. */
export function compress(bytes: Buffer, encoding: Encoding, effort: "fast" | "small"): Promise<Buffer> {
  const level = (effort === "fast" ? FAST : SMALL)[encoding];
  if (encoding === "gzip") return deflate(bytes, { level });
  return brotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
