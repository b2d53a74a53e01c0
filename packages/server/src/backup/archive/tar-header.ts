/** Headers of POSIX ustar (IEEE Std 1003.1, `pax`), as much as a backup needs: regular files of one owner. */

export const BLOCK_BYTES = 512;

export interface TarHeader {
  readonly name: string;
  readonly bytes: number;
  /** Epoch seconds. */
  readonly modifiedAt: number;
}

const LONGEST_NAME = 100;
const NAME = /^[\x21-\x7e]+$/;
/** A size of eleven octal digits ends here. Longer ones are written in base 256, as GNU tar and BSD tar do. */
const FIRST_LONG_SIZE = 8 ** 11;
const CHECKSUM = { from: 148, to: 156 } as const;

export function encodeTarHeader({ name, bytes, modifiedAt }: TarHeader): Buffer {
  if (!NAME.test(name) || name.length > LONGEST_NAME) throw new RangeError(`${name} cannot be a name`);
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name, 0);
  // Readable by its owner only, also after it was extracted by tar.
  header.write("0000600\0", 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  writeSize(header, bytes);
  header.write(`${modifiedAt.toString(8).padStart(11, "0")}\0`, 136);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  header.write(`${checksumOf(header).toString(8).padStart(6, "0")}\0 `, CHECKSUM.from);
  return header;
}

/** Undefined when the block is not a header that `encodeTarHeader` has made. */
export function decodeTarHeader(block: Buffer): TarHeader | undefined {
  const [name = ""] = block.toString("latin1", 0, LONGEST_NAME).split("\0", 1);
  const header = { name, bytes: readSize(block), modifiedAt: readOctal(block, 136) };
  if (!NAME.test(name) || !Number.isSafeInteger(header.bytes) || !Number.isSafeInteger(header.modifiedAt))
    return undefined;
  return encodeTarHeader(header).equals(block) ? header : undefined;
}

/** Zeros from the end of a file to the end of its last block. */
export const paddingAfter = (bytes: number): Buffer =>
  Buffer.alloc((BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES);

function writeSize(header: Buffer, bytes: number): void {
  if (bytes < FIRST_LONG_SIZE) {
    header.write(`${bytes.toString(8).padStart(11, "0")}\0`, 124);
    return;
  }
  header.writeUInt8(0x80, 124);
  header.writeBigUInt64BE(BigInt(bytes), 128);
}

const readSize = (block: Buffer): number =>
  block[124] === 0x80 ? Number(block.readBigUInt64BE(128)) : readOctal(block, 124);

function readOctal(block: Buffer, at: number): number {
  const digits = block.toString("latin1", at, at + 11);
  return /^[0-7]{11}$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
}

/** The sum of all bytes, with spaces in place of the checksum. */
function checksumOf(header: Buffer): number {
  let sum = 0;
  for (const [at, byte] of header.entries()) sum += at >= CHECKSUM.from && at < CHECKSUM.to ? 0x20 : byte;
  return sum;
}
