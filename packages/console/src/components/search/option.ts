/** Something that can be chosen. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** A second line: what tells it from others of the same name. */
  readonly detail?: string | undefined;
}
