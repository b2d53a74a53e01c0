export interface ErrorText {
  readonly meaning: string;
  /** What to do. */
  readonly remedy: string;
}
