/** A moment at which a process knew that a revision had been committed. */
export interface ObservedRevision {
  readonly at: number;
  readonly revision: number;
}

export interface ObservedRevisions {
  /** The first moment at which this revision, or a later one, was known; infinite when it never was. */
  firstAt(revision: number): number;
  /** The newest revision known before a moment. */
  newestBefore(at: number): number;
}

export function createObservedRevisions(observed: readonly ObservedRevision[]): ObservedRevisions {
  const inTime = observed.toSorted((a, b) => a.at - b.at);
  /** Only those that were news: both their times and their revisions grow. */
  const news: ObservedRevision[] = [];
  for (const observedRevision of inTime) {
    if (observedRevision.revision > (news.at(-1)?.revision ?? Number.NEGATIVE_INFINITY))
      news.push(observedRevision);
  }
  const firstIndex = (matches: (observedRevision: ObservedRevision) => boolean): number => {
    let [low, high] = [0, news.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (matches(news[middle] as ObservedRevision)) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return {
    firstAt: (revision) =>
      news[firstIndex((one) => one.revision >= revision)]?.at ?? Number.POSITIVE_INFINITY,
    newestBefore: (at) => news[firstIndex((one) => one.at >= at) - 1]?.revision ?? 0,
  };
}
