/** One page of a list, as the API sends it. */
interface Page<Row> {
  readonly items: readonly Row[];
  readonly next_cursor?: string | undefined;
  /** The size of the whole list, where the API counts it. */
  readonly total?: number | undefined;
}

export type ReadPage<Row> = (
  page: { readonly cursor?: string; readonly limit: number },
  signal: AbortSignal,
) => Promise<Page<Row>>;

/** The most that the API sends in one page. */
const PER_PAGE = 200;

/** Reads a list from its beginning to its end, one page after the other. */
export async function readAllPages<Row>(
  readPage: ReadPage<Row>,
  signal: AbortSignal,
  onProgress: (count: number, total: number | undefined) => void,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await readPage({ limit: PER_PAGE, ...(cursor !== undefined && { cursor }) }, signal);
    signal.throwIfAborted();
    rows.push(...page.items);
    onProgress(rows.length, page.total);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return rows;
}
