import type { SqliteConnection } from "./sqlite-connection.ts";

/** A list that is read in many steps must not keep the model of a check waiting. */
const MAX_SNAPSHOTS = 4;

/**
 * The connections for reading. In WAL mode they wait for no writer, neither of this process nor of another. Each is
 * opened when it is first needed.
 */
export class ReadingConnections {
  readonly #open: () => SqliteConnection;
  readonly #opened: SqliteConnection[] = [];
  readonly #idleSnapshots: SqliteConnection[] = [];
  readonly #waiting: ((snapshot: SqliteConnection) => void)[] = [];
  #snapshots = 0;
  #statements: SqliteConnection | undefined;

  constructor(open: () => SqliteConnection) {
    this.#open = () => {
      const connection = open();
      this.#opened.push(connection);
      return connection;
    };
  }

  /** For single statements. It is never in a transaction, so each statement sees the newest commit. */
  get forStatements(): SqliteConnection {
    this.#statements ??= this.#open();
    return this.#statements;
  }

  /** For a transaction that reads: several statements on one snapshot, which no other request may share. */
  async takeSnapshot(): Promise<SqliteConnection> {
    const idle = this.#idleSnapshots.pop();
    if (idle !== undefined) return idle;
    if (this.#snapshots >= MAX_SNAPSHOTS) return new Promise((resolve) => this.#waiting.push(resolve));
    const opened = this.#open();
    this.#snapshots += 1;
    return opened;
  }

  returnSnapshot(snapshot: SqliteConnection): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idleSnapshots.push(snapshot);
    else next(snapshot);
  }

  close(): void {
    for (const { database } of this.#opened) database.close();
  }
}
