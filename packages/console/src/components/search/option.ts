/** A selectable option. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** The second line distinguishes options with the same name. */
  readonly detail?: string | undefined;
}
