import { createHash, type Hash } from "node:crypto";
import { InvalidInputError } from "../../core/errors/errors.ts";
import { SUMS_NAME } from "./archive-writer.ts";
import { ByteReader } from "./byte-reader.ts";
import { BLOCK_BYTES, decodeTarHeader, paddingAfter, type TarHeader } from "./tar-header.ts";

export interface ArchivedFile {
  readonly name: string;
  readonly bytes: number;
  /** Read before the next file is asked for. What is not read is skipped. */
  readonly content: AsyncIterable<Buffer>;
}

/** A list of digests is short; a larger one is not ours. */
const LONGEST_SUMS = 64 * 1_024 * 1_024;

/**
 * Reads what `ArchiveWriter` has written, file by file. It ends without an error only when everything has arrived
 * unchanged, so a reader may believe nothing before the end. Throws InvalidInputError.
 */
export async function* readArchive(source: AsyncIterable<Uint8Array>): AsyncGenerator<ArchivedFile> {
  const reader = new ByteReader(source);
  let sums = "";
  for (let isFirst = true; ; isFirst = false) {
    const header = await readHeader(reader, isFirst);
    if (header.name === SUMS_NAME) {
      await requireSums(reader, header, sums);
      return;
    }
    const digest = createHash("sha256");
    const content = readContent(reader, header.bytes, digest);
    yield { name: header.name, bytes: header.bytes, content };
    for await (const _ of content) {
      // What the caller did not read counts as well.
    }
    await requirePadding(reader, header.bytes);
    sums += `${digest.digest("hex")}  ${header.name}\n`;
  }
}

async function readHeader(reader: ByteReader, isFirst: boolean): Promise<TarHeader> {
  const block = await reader.read(BLOCK_BYTES);
  if (block === undefined) throw isFirst ? foreign() : incomplete();
  const header = decodeTarHeader(block);
  if (header === undefined) throw isFirst ? foreign() : changed();
  return header;
}

/** A generator that the caller has ended goes on for the next one, where it stopped. */
function readContent(reader: ByteReader, bytes: number, digest: Hash): AsyncIterable<Buffer> {
  let missing = bytes;
  return {
    async *[Symbol.asyncIterator]() {
      for await (const chunk of reader.stream(missing)) {
        missing -= chunk.length;
        digest.update(chunk);
        yield chunk;
      }
      if (missing > 0) throw incomplete();
    },
  };
}

async function requireSums(reader: ByteReader, { bytes }: TarHeader, computed: string): Promise<void> {
  if (bytes > LONGEST_SUMS) throw changed();
  const stored = await reader.read(bytes);
  if (stored === undefined) throw incomplete();
  if (stored.toString("latin1") !== computed) throw changed();
  await requirePadding(reader, bytes);
  const end = await reader.read(2 * BLOCK_BYTES);
  if (end === undefined) throw incomplete();
  if (!isZero(end) || !(await reader.isAtEnd())) throw changed();
}

async function requirePadding(reader: ByteReader, bytes: number): Promise<void> {
  const { length } = paddingAfter(bytes);
  const padding = await reader.read(length);
  if (padding === undefined) throw incomplete();
  if (!isZero(padding)) throw changed();
}

const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);

const foreign = () =>
  new InvalidInputError("the file is not a backup of Licet. Name a file that licet backup has written.");
const incomplete = () =>
  new InvalidInputError(
    "the backup is incomplete: the file ends too early. Copy it again from where it was made, or take another backup.",
  );
const changed = () =>
  new InvalidInputError(
    "the backup was damaged or changed: its content does not match its checksums. Copy it again from where it was made, or take another backup.",
  );
