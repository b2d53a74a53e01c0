/** How a list is read: the number of rows in a page, and whether the next page is read while this one is used. */
export interface Paging {
  readonly size: number;
  readonly readsAhead: boolean;
}

/** Reads page after page, each from the last key of the one before. */
export async function* listPages<Row extends { readonly key: string }>(
  { size, readsAhead }: Paging,
  read: (after: string, limit: number) => Promise<{ readonly rows: readonly Row[] }>,
): AsyncGenerator<readonly Row[]> {
  let reading = read("", size);
  for (;;) {
    const { rows } = await reading;
    const last = rows.length < size ? undefined : rows.at(-1);
    if (last && readsAhead) {
      reading = read(last.key, size);
      // A reader that leaves early does not wait for it.
      reading.catch(() => {});
    }
    if (rows.length > 0) yield rows;
    if (!last) return;
    if (!readsAhead) reading = read(last.key, size);
  }
}
