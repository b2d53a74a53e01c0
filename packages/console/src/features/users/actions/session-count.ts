export interface SessionCount {
  readonly count: number;
  /** There may be more. */
  readonly isLowerBound: boolean;
}
