import { closeSync, openSync, readSync } from "node:fs";

/**
 * How far the `-wal` was copied into the database file, as the `-shm` file says it
 * (https://sqlite.org/walformat.html#the_wal_index_header).
 */
export interface CheckpointPosition {
  /** The same for two readings when no checkpoint began or ended in between. */
  readonly text: string;
  /** A process copies pages into the database file now, or has ended while it did. */
  readonly isUnderWay: boolean;
}

/** The first bytes have the salt of the `-wal` and both counts of frames that were copied. */
const HEADER_BYTES = 136;
const SALT = [32, 40] as const;
const COPIED = [96, 100] as const;
const COPY_BEGUN = [128, 132] as const;

interface Opened {
  uses: number;
  descriptor: number | undefined;
}

/**
 * By the path of the database. To close any descriptor of a file drops all POSIX locks that this process has on it, so
 * the one here is shared, and closed when no storage of this process has the database open.
 */
const opened = new Map<string, Opened>();

/** Reads the header of the `-shm` file of a database. */
export class WalIndex {
  readonly #file: string;
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #isReleased = false;

  /** Before SQLite opens the database. */
  constructor(file: string) {
    this.#file = file;
    const shared = opened.get(file) ?? { uses: 0, descriptor: undefined };
    shared.uses += 1;
    opened.set(file, shared);
  }

  /** When the database is open, in WAL mode. */
  read(): CheckpointPosition {
    const shared = opened.get(this.#file);
    if (shared === undefined) throw new Error("the database is closed");
    shared.descriptor ??= openSync(`${this.#file}-shm`, "r");
    readSync(shared.descriptor, this.#header, 0, HEADER_BYTES, 0);
    const [salt, copied, begun] = [SALT, COPIED, COPY_BEGUN].map(([from, to]) =>
      this.#header.toString("hex", from, to),
    );
    return { text: `${salt} ${copied} ${begun}`, isUnderWay: copied !== begun };
  }

  /** After SQLite has closed the database. */
  release(): void {
    const shared = opened.get(this.#file);
    if (shared === undefined || this.#isReleased) return;
    this.#isReleased = true;
    shared.uses -= 1;
    if (shared.uses > 0) return;
    opened.delete(this.#file);
    if (shared.descriptor !== undefined) closeSync(shared.descriptor);
  }
}
