/** What the storage tells the operator. */
export interface StorageLog {
  warn(details: object, message: string): void;
  /** This server cannot go on by itself. */
  fatal(details: object, message: string): void;
}
