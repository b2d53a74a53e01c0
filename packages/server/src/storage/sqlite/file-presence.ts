import { statSync } from "node:fs";
import { UnavailableError } from "../../core/errors.ts";
import type { StorageLog } from "../storage-log.ts";

const CHECK_EVERY_MILLISECONDS = 1_000;

/** `-wal` has the newest commits and `-shm` the locks of all processes: neither may go while the file is open. */
const PARTS = ["", "-wal", "-shm"] as const;

/**
 * The database file as the operating system knows it. SQLite goes on with a file that was deleted, moved or replaced,
 * and its commits succeed; nobody would find them again. So the path must lead to the open file, about every second
 * and after every commit. The path is only looked at: to open and close the file would drop the POSIX locks of this
 * process.
 */
export class FilePresence {
  readonly #path: string;
  readonly #log: StorageLog | undefined;
  readonly #pid: number | undefined;
  readonly #atOpen: string | undefined;
  #parts: readonly (readonly [path: string, identity: string])[] = [];
  #timer: NodeJS.Timeout | undefined;
  #checkedAt = 0;
  #loss: string | undefined;

  /** Before SQLite opens the file, or creates it. */
  constructor(path: string, log: StorageLog | undefined, pid?: number) {
    this.#path = path;
    this.#log = log;
    this.#pid = pid;
    this.#atOpen = identify(path);
  }

  /** When the database is open, in WAL mode. */
  watch(): void {
    if (this.#atOpen !== undefined && identify(this.#path) !== this.#atOpen)
      throw new UnavailableError(`the database file ${this.#path} was replaced while it was opened`);
    this.#parts = PARTS.map((part) => {
      const path = this.#path + part;
      return [path, identify(path) ?? missing(path)];
    });
    this.#timer = setInterval(() => this.#checkInBackground(), CHECK_EVERY_MILLISECONDS).unref();
  }

  /** Throws UnavailableError when the loss is known. Reads may be a second late, and ask often. */
  requireNotLost(): void {
    if (this.#loss !== undefined) throw new UnavailableError(this.#loss);
  }

  /** Before a write: looks at the path if nobody has for a second, as after a process or machine stood still. */
  requireRecentlyPresent(): void {
    if (performance.now() - this.#checkedAt > CHECK_EVERY_MILLISECONDS) this.#check();
    this.requireNotLost();
  }

  /** After a write, before anybody is told that it is written. */
  requirePresent(): void {
    this.#check();
    this.requireNotLost();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** A loss is final. If the file comes back, another process may have written to it, with locks of its own. */
  #check(): void {
    if (this.#loss !== undefined) return;
    for (const [path, identity] of this.#parts) {
      const present = identify(path);
      if (present === identity) continue;
      this.#loss = `the database file ${path} was ${present === undefined ? "deleted or moved" : "replaced"} while it was open`;
      // The process that has the file open, from which it can be copied: with several workers, not the server's own.
      this.#log?.fatal({ file: path, pid: this.#pid }, `${this.#loss}. ${ADVICE}`);
      return;
    }
    this.#checkedAt = performance.now();
  }

  #checkInBackground(): void {
    try {
      this.#check();
    } catch {
      // The next request looks for itself, and is told.
    }
  }
}

const ADVICE =
  'From now on every request is answered with 503, and nothing more is written. Do not stop this process before you have read "The database file is gone" in docs/operations.md: it may hold the only copy of the newest data.';

/**
 * The number of a file on its device; undefined when there is none. It cannot become the number of another file while
 * this one is open.
 */
function identify(path: string): string | undefined {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found && `${found.dev}:${found.ino}`;
  } catch (error) {
    // For example a folder without the permission to search it. This may pass, and is not a loss.
    throw new UnavailableError(`it is not known whether ${path} is still there`, { cause: error });
  }
}

function missing(path: string): never {
  throw new UnavailableError(`the database file ${path} is missing`);
}
