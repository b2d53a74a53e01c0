import type { Duplex } from "node:stream";
import type pg from "pg";

/** The part of a connection of `pg` that COPY uses. It is not part of the types. */
interface CopyConnection {
  readonly stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
}

/** What the client calls on the query that is running. */
abstract class CopyQuery {
  readonly #text: string;
  protected connection: CopyConnection | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  submit(connection: unknown): void {
    this.connection = connection as CopyConnection;
    this.connection.query(this.#text);
  }

  abstract handleError(error: Error): void;
  abstract handleReadyForQuery(): void;
  handleCopyInResponse(): void {}
  handleCopyData(_message: { readonly chunk: Buffer }): void {}
  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
}

/** How much is read ahead of a slow consumer. */
const AHEAD_BYTES = 16 * 1_024 * 1_024;

/** `COPY … TO STDOUT`. PostgreSQL sends each row in a message of its own. */
class CopyOut extends CopyQuery {
  #rows: Buffer[] = [];
  #bytes = 0;
  #failure: Error | undefined;
  #isOver = false;
  #wake: () => void = () => {};

  override handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    // The message is a view of a buffer that is used again.
    this.#rows.push(Buffer.from(chunk));
    this.#bytes += chunk.length;
    if (this.#bytes > AHEAD_BYTES) this.connection?.stream.pause();
    this.#wake();
  }

  override handleError(error: Error): void {
    this.#failure = error;
    this.#isOver = true;
    this.#wake();
  }

  override handleReadyForQuery(): void {
    this.#isOver = true;
    this.#wake();
  }

  /** Whole rows of about this many bytes. */
  async *batches(bytes: number): AsyncGenerator<Buffer> {
    for (;;) {
      while (!this.#isOver && this.#bytes < bytes)
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      if (this.#failure) throw this.#failure;
      if (this.#bytes > 0) {
        const batch = Buffer.concat(this.#rows);
        this.#rows = [];
        this.#bytes = 0;
        this.connection?.stream.resume();
        yield batch;
      } else if (this.#isOver) return;
    }
  }
}

/** `COPY … FROM STDIN` of rows that are in memory. */
class CopyIn extends CopyQuery {
  readonly #rows: Uint8Array;
  readonly #resolve: () => void;
  readonly #reject: (error: Error) => void;

  constructor(text: string, rows: Uint8Array, settle: { resolve(): void; reject(error: Error): void }) {
    super(text);
    this.#rows = rows;
    this.#resolve = settle.resolve;
    this.#reject = settle.reject;
  }

  override handleCopyInResponse(): void {
    this.connection?.sendCopyFromChunk(this.#rows);
    this.connection?.endCopyFrom();
  }

  override handleError(error: Error): void {
    this.#reject(error);
  }

  override handleReadyForQuery(): void {
    this.#resolve();
  }
}

/** The rows of a table in PostgreSQL's text format, in batches of whole rows. */
export function copyOut(client: pg.ClientBase, text: string, batchBytes: number): AsyncGenerator<Buffer> {
  const query = new CopyOut(text);
  client.query(query);
  return query.batches(batchBytes);
}

export const copyIn = (client: pg.ClientBase, text: string, rows: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(new CopyIn(text, rows, { resolve, reject }));
  });
