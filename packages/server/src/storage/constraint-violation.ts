/** A row that the tables refuse, said in the same words for both engines. Stores make a ConflictError of it. */
export class ConstraintViolation extends Error {
  override readonly name = "ConstraintViolation";
  readonly constraint: "unique" | "reference";
  /** The column, and the value in it, where the engine says so. */
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
