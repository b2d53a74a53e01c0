/** The other workers of the same server, which share its address and its database. */
export interface Siblings {
  /**
   * Resolves when all of them know this revision, or when they can no longer answer with an older one, because what they
   * last confirmed is too old. Never rejects: the commit is done.
   */
  catchUp(revision: number): Promise<void>;
}
