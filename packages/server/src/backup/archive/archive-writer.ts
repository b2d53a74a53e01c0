import { createHash } from "node:crypto";
import { BLOCK_BYTES, encodeTarHeader, paddingAfter } from "./tar-header.ts";

/** The last file of an archive, in the form that `sha256sum -c` reads. Without it, an archive is incomplete. */
export const SUMS_NAME = "SHA256SUMS";

/** Writes a tar file. Every file in it has its digest in the last one. */
export class ArchiveWriter {
  readonly #write: (chunk: Uint8Array) => Promise<void>;
  readonly #modifiedAt: number;
  #sums = "";
  #bytes = 0;

  /** `modifiedAt` in epoch seconds, of every file. */
  constructor(write: (chunk: Uint8Array) => Promise<void>, modifiedAt: number) {
    this.#write = write;
    this.#modifiedAt = modifiedAt;
  }

  /** How much was written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  async add(
    name: string,
    bytes: number,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    const digest = createHash("sha256");
    let missing = bytes;
    await this.#append(encodeTarHeader({ name, bytes, modifiedAt: this.#modifiedAt }));
    for await (const chunk of content) {
      missing -= chunk.length;
      if (missing < 0) break;
      digest.update(chunk);
      await this.#append(chunk);
    }
    if (missing !== 0) throw new Error(`${name} has another size than announced`);
    await this.#append(paddingAfter(bytes));
    this.#sums += `${digest.digest("hex")}  ${name}\n`;
  }

  /** Returns the digest of all digests: two archives with the same one have the same content. */
  async finish(): Promise<string> {
    const sums = Buffer.from(this.#sums);
    await this.add(SUMS_NAME, sums.length, [sums]);
    await this.#append(Buffer.alloc(2 * BLOCK_BYTES));
    return createHash("sha256").update(sums).digest("hex");
  }

  async #append(chunk: Uint8Array): Promise<void> {
    if (chunk.length === 0) return;
    await this.#write(chunk);
    this.#bytes += chunk.length;
  }
}
