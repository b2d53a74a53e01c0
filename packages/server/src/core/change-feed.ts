/** The data that a change made stale. Caches listen for the topics of the data that they hold. */
export type Topic =
  | "model"
  | "instances"
  | "keys"
  | `members:${string}`
  | `assignments:${string}`
  | `client:${string}`
  | `user:${string}`;

export type ChangeListener = (topics: readonly Topic[]) => void;

/**
 * Tells a node what changed, its own writes included. Listeners run synchronously, in revision order and before
 * `revision` advances, so a reader of `revision` and then of a cache never sees data of an older revision.
 */
export interface ChangeFeed {
  /** The newest revision whose changes all listeners here have heard. */
  readonly revision: number;
  /**
   * Undefined when this node is known to be current (the usual case, kept synchronous because every request asks);
   * otherwise a promise that resolves once it is, having reached `atLeast` when given.
   * Rejects with UnavailableError when the database cannot say, and never answers from an older truth.
   */
  confirm(atLeast?: number): Promise<void> | undefined;
  onChange(listener: ChangeListener): void;
  /**
   * Called when the changes since `revision` are no longer known one by one (the log was swept, or the database was
   * restored): everything held is stale. Like changes, before `revision` moves.
   */
  onReset(listener: () => void): void;
}
