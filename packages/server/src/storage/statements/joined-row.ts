/**
 * A row of an outer join to the one revision row: the revision is always there, the rest is null when nothing was
 * found.
 */
export type AfterJoin<Row> = { current_revision: number } & (Row | { [K in keyof Row]: null });

export const isPresent = <Row extends { id: string }>(
  row: AfterJoin<Row> | undefined,
): row is { current_revision: number } & Row => row !== undefined && row.id !== null;

/** Every statement that joins to the revision row gives at least one row; a result without rows is a defect. */
export function revisionFrom(rows: readonly { readonly current_revision: number }[]): number {
  const [row] = rows;
  if (row === undefined) throw new Error("the revision row is missing");
  return row.current_revision;
}
