import { hash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";

/** A file that was built before the server started: a part of the console or of the documentation. */
export interface StaticFile {
  readonly mediaType: string;
  readonly bytes: Buffer;
  /** The compressed file, if it is smaller. Compressed on first use, so that a start does not wait for it. */
  gzipped(): Promise<Buffer | undefined>;
  /** RFC 9110 §8.8.3, without the quotes. */
  readonly digest: string;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};
const COMPRESSED_ALREADY = new Set([".png", ".webp", ".woff2"]);

/**
 * The paths below a folder, with forward slashes; none if there is no such folder. Skips files of other types (source
 * maps, notes) and links to other folders.
 */
export async function listStaticFiles(directory: string): Promise<readonly string[]> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return found
    .filter((entry) => entry.isFile() && MEDIA_TYPES[extname(entry.name)] !== undefined)
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/"));
}

const compress = promisify(gzip);

export async function readStaticFile(path: string): Promise<StaticFile> {
  const bytes = await readFile(path);
  const extension = extname(path);
  let gzipped: Promise<Buffer | undefined> | undefined;
  return {
    mediaType: MEDIA_TYPES[extension] ?? "application/octet-stream",
    bytes,
    gzipped() {
      gzipped ??= COMPRESSED_ALREADY.has(extension) ? Promise.resolve(undefined) : compressIfSmaller(bytes);
      return gzipped;
    },
    digest: hash("sha256", bytes, "base64url").slice(0, 22),
  };
}

async function compressIfSmaller(bytes: Buffer): Promise<Buffer | undefined> {
  const packed = await compress(bytes, { level: constants.Z_BEST_COMPRESSION });
  return packed.length < bytes.length ? packed : undefined;
}
