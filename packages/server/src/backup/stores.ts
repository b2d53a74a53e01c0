import type { EpochMilliseconds } from "@licet/engine/internal/values/time.ts";
import type { StoredRootKey } from "../tokens/stores.ts";

/** What a backup says of itself, in its first file. */
export interface Manifest extends DatabaseFacts {
  /** The version of Licet that made it. */
  readonly version: string;
  /** An ISO time. */
  readonly createdAt: string;
}

export interface DatabaseFacts {
  readonly engine: "sqlite" | "postgres";
  /** The migrations that its tables have, in their order. */
  readonly migrations: readonly string[];
  readonly revision: number;
  /** The ids of the values of LICET_SECRET under which its root keys are sealed. */
  readonly secretIds: readonly string[];
  /** The columns of each table, in the order of the rows; empty where the backup is a database file. */
  readonly tables: readonly TableColumns[];
}

export interface TableColumns {
  readonly name: string;
  readonly columns: readonly string[];
}

/** A file of a backup. */
export interface BackupPart {
  readonly name: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** All of a database at one moment. */
export interface DatabaseCopy {
  readonly facts: DatabaseFacts;
  /** Read once, in order. */
  readonly parts: AsyncIterable<BackupPart>;
}

export interface CopyOptions {
  /** An empty folder that only this user can read, for data that cannot be streamed. The caller removes it. */
  readonly scratchFolder: string;
  readonly onProgress: OnProgress;
}

/** How much was done. `of` is an estimate, and absent where nobody knows. */
export type OnProgress = (step: string, doneBytes: number, of?: number) => void;

export interface BackupSource {
  /** The database's time on PostgreSQL, this machine's on SQLite. */
  now(): Promise<EpochMilliseconds>;
  /** Stores the event before anything is copied, so that no copy exists without it. */
  recordStart(at: EpochMilliseconds): Promise<void>;
  /** Servers go on meanwhile. The copy has everything that was committed before the call. */
  copy<T>(options: CopyOptions, work: (copy: DatabaseCopy) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A database that no server uses, and that no server can begin to use before `close`. */
export interface RestoreTarget {
  /**
   * Makes the database what the backup says, or leaves it as it was. The parts end with an error when the backup turns
   * out to be damaged; nothing is replaced before they have ended.
   */
  restore(backup: ReceivedBackup): Promise<RestoreResult>;
  close(): Promise<void>;
}

export interface ReceivedBackup {
  readonly manifest: Manifest;
  readonly parts: AsyncIterable<BackupPart>;
  /** Throws SealError when the secrets of this installation do not open them. */
  readonly requireOpenable: (rootKeys: readonly StoredRootKey[]) => void;
  /** Remove the signing keys, so that no token that was issued before is valid. */
  readonly endAccessTokens: boolean;
  readonly onProgress: OnProgress;
}

export interface RestoreResult {
  readonly revision: number;
  readonly restoredAt: EpochMilliseconds;
  readonly ended: EndedCounts;
  /** Where the former database is, when it could not be read and was moved away. */
  readonly movedTo?: string;
}

/** How many of each were still usable, and are not any more. */
export interface EndedCounts {
  readonly sessions: number;
  readonly codes: number;
  readonly refreshTokens: number;
  /** Sign-ins, consents and sign-outs that were under way. */
  readonly interactions: number;
  readonly pushedRequests: number;
  readonly passwordResets: number;
  readonly setupLinks: number;
  /** Only when access tokens were to be ended as well. */
  readonly signingKeys: number;
}

/** With the names of the wire, for the audit log and for scripts. */
export const describeEnded = (ended: EndedCounts): Readonly<Record<string, number>> => ({
  sessions: ended.sessions,
  codes: ended.codes,
  refresh_tokens: ended.refreshTokens,
  interactions: ended.interactions,
  pushed_requests: ended.pushedRequests,
  password_resets: ended.passwordResets,
  setup_links: ended.setupLinks,
  signing_keys: ended.signingKeys,
});
