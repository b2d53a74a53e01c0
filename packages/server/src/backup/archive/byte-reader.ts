/** Reads a stream of bytes in pieces of wanted sizes. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** Exactly this many bytes; undefined when the stream ends before. */
  async read(bytes: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = [];
    for (let missing = bytes; missing > 0; ) {
      const part = await this.#readSome(missing);
      if (part === undefined) return undefined;
      parts.push(part);
      missing -= part.length;
    }
    return Buffer.concat(parts);
  }

  /** This many bytes, as they come. Ends early when the stream does. */
  async *stream(bytes: number): AsyncGenerator<Buffer> {
    for (let missing = bytes; missing > 0; ) {
      const part = await this.#readSome(missing);
      if (part === undefined) return;
      missing -= part.length;
      yield part;
    }
  }

  /** True when nothing follows. */
  async isAtEnd(): Promise<boolean> {
    return (await this.#readSome(1)) === undefined;
  }

  async #readSome(most: number): Promise<Buffer | undefined> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done) return undefined;
      this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
    const part = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(part.length);
    return part;
  }
}
