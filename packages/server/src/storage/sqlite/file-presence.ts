import { type BigIntStats, statSync } from "node:fs";
import { UnavailableError } from "../../core/errors/errors.ts";
import type { History } from "../engine/history.ts";
import type { StorageLog } from "../engine/storage-log.ts";
import { translateFileError } from "./file-system-failure.ts";
import { type CheckpointPosition, WalIndex } from "./wal-index.ts";

const CHECK_EVERY_MILLISECONDS = 1_000;

/** `-wal` has the newest commits and `-shm` the locks of all processes: neither may go while the file is open. */
const PARTS = ["", "-wal", "-shm"] as const;

export interface FilePresenceOptions {
  readonly history: History;
  readonly log?: StorageLog | undefined;
  readonly pid?: number | undefined;
}

/**
 * The database file as the operating system knows it. SQLite goes on with a file that was deleted, moved or replaced,
 * and its commits succeed; nobody would find them again. So the path must lead to the open file, about every second
 * and after every commit. The path is only looked at: to open and close the file would drop the POSIX locks of this
 * process.
 *
 * Nor does SQLite notice when another program writes into the file (`cp old.db licet.db`): it reads the newest pages from
 * the `-wal`, and goes on with a mixture. In WAL mode only a checkpoint writes into the file, and the `-shm` says that it
 * does before it does. So a file that was written without a checkpoint was written by somebody else.
 */
export class FilePresence {
  readonly #path: string;
  readonly #log: StorageLog | undefined;
  readonly #pid: number | undefined;
  readonly #history: History;
  readonly #walIndex: WalIndex;
  readonly #atOpen: string | undefined;
  #parts: readonly (readonly [path: string, identity: string])[] = [];
  #timer: NodeJS.Timeout | undefined;
  #checkedAt = 0;
  #loss: string | undefined;
  /** When the file was last written, while no checkpoint was under way. */
  #written: { readonly position: string; readonly stamp: string } | undefined;

  /** Before SQLite opens the file, or creates it. */
  constructor(path: string, options: FilePresenceOptions) {
    this.#path = path;
    this.#log = options.log;
    this.#pid = options.pid;
    this.#history = options.history;
    this.#walIndex = new WalIndex(path);
    this.#atOpen = identify(path);
  }

  /**
   * When the database is open, in WAL mode. A `-wal` that a crash has left is copied first: as long as it is not, it
   * looks as if somebody copied it.
   */
  watch(checkpoint: () => void = () => {}): void {
    if (this.#atOpen !== undefined && identify(this.#path) !== this.#atOpen)
      throw new UnavailableError(`the database file ${this.#path} was replaced while it was opened`);
    this.#parts = PARTS.map((part) => {
      const path = this.#path + part;
      return [path, identify(path) ?? missing(path)];
    });
    checkpoint();
    this.#check();
    this.#timer = setInterval(() => this.#checkInBackground(), CHECK_EVERY_MILLISECONDS).unref();
  }

  /** Throws UnavailableError when the loss is known. Reads may be a second late, and ask often. */
  requireNotLost(): void {
    if (this.#loss !== undefined) throw new UnavailableError(this.#loss);
    this.#history.requireUnbroken();
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

  /** After SQLite has closed the file. */
  release(): void {
    this.#walIndex.release();
  }

  /** A loss is final. If the file comes back, another process may have written to it, with locks of its own. */
  #check(): void {
    if (this.#loss !== undefined) return;
    const before = this.#parts.length === 0 ? undefined : this.#readWalIndex();
    let stamp = "";
    for (const [path, identity] of this.#parts) {
      const found = find(path);
      const present = found && identityOf(found);
      if (found !== undefined && path === this.#path) stamp = stampOf(found);
      if (present === identity) continue;
      this.#loss = `the database file ${path} was ${present === undefined ? "deleted or moved" : "replaced"} while it was open`;
      // The process that has the file open, from which it can be copied: with several workers, not the server's own.
      this.#log?.fatal({ file: path, pid: this.#pid }, `${this.#loss}. ${ADVICE}`);
      return;
    }
    if (before !== undefined) this.#compareWritten(before, stamp);
    this.#checkedAt = performance.now();
  }

  /** `before`: read before the file was looked at. */
  #compareWritten(before: CheckpointPosition, stamp: string): void {
    const { text: position, isUnderWay } = this.#readWalIndex();
    if (isUnderWay || before.text !== position) return;
    const known = this.#written;
    this.#written = { position, stamp };
    if (known === undefined || known.position !== position || known.stamp === stamp) return;
    this.#history.break(`the database file ${this.#path} was overwritten while it was open`, {
      file: this.#path,
      pid: this.#pid,
    });
  }

  #readWalIndex(): CheckpointPosition {
    try {
      return this.#walIndex.read();
    } catch (error) {
      throw translateFileError(error, this.#path);
    }
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
  const found = find(path);
  return found && identityOf(found);
}

const identityOf = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`;

/** Equal for two looks at a file into which nobody has written. `cp -p` gives it the time of another file. */
const stampOf = ({ mtimeNs, size }: BigIntStats): string => `${mtimeNs} ${size}`;

function find(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    const failure = translateFileError(error, path);
    if (failure instanceof UnavailableError) throw failure;
    // For example a folder without the permission to search it. This may pass, and is not a loss.
    throw new UnavailableError(`it is not known whether ${path} is still there`, { cause: error });
  }
}

function missing(path: string): never {
  throw new UnavailableError(`the database file ${path} is missing`);
}
