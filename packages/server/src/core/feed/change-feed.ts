/** The data that a change made stale. Caches listen for the topics of the data that they hold. */
export type Topic =
  | "model"
  | "instances"
  | "keys"
  | `members:${string}`
  | `assignments:${string}`
  | `client:${string}`
  | `token:${string}`
  | `user:${string}`;

export type ChangeListener = (topics: readonly Topic[]) => void;

/**
 * Tells a node what changed, its own writes included. Listeners run synchronously, in revision order and before
 * `revision` advances, so a reader of `revision` and then of a cache never sees data of an older revision.
 */
export interface ChangeFeed {
  /** The newest revision whose changes all listeners of this node have received. */
  readonly revision: number;
  /**
   * Undefined when this node is known to be current (the usual case, kept synchronous because every request asks);
   * otherwise a promise that resolves when it is, and has reached `atLeast` if given.
   * Rejects with UnavailableError when the database cannot confirm it: a node never answers with older data.
   */
  confirm(atLeast?: number): Promise<void> | undefined;
  /**
   * Reads the database now, or joins a reading that has begun. Rejects with UnavailableError when it cannot be read.
   * Requests use `confirm`, which is cheaper; this is for those who tell others how old their data is.
   */
  refresh(): Promise<void>;
  /**
   * The milliseconds since the reading began that confirmed `revision`, by a clock that never jumps: everything that
   * was committed before is part of this revision. Infinite when nothing has confirmed it.
   */
  ageMilliseconds(): number;
  onChange(listener: ChangeListener): void;
  /**
   * Called when the changes since `revision` are no longer known one by one (the log was swept, or the database was
   * restored): everything cached is stale. Like changes, before `revision` advances.
   */
  onReset(listener: () => void): void;
}
