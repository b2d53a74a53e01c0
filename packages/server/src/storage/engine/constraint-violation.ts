/**
 * The tables refuse a row. Both engines report this error in the same form, and stores turn it into a ConflictError.
 */
export class ConstraintViolation extends Error {
  override readonly name = "ConstraintViolation";
  readonly constraint: "unique" | "reference";
  /** The column and its value, if the engine reports them. */
  readonly column: string | undefined;
  readonly value: string | undefined;

  constructor(
    constraint: "unique" | "reference",
    where: { column?: string | undefined; value?: string | undefined },
    options: ErrorOptions,
  ) {
    super(`a ${constraint} constraint refused a row`, options);
    this.constraint = constraint;
    this.column = where.column;
    this.value = where.value;
  }
}
