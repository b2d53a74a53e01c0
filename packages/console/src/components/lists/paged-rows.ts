import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";

/** A paged list, as `usePages` reads it. */
export type Pages<Row> = UseInfiniteQueryResult<
  InfiniteData<{
    readonly body: {
      readonly items: readonly Row[];
      readonly total?: number;
      readonly total_at_least?: number;
    };
  }>,
  Error
>;

/** How many rows there are on all pages, or at least. */
export interface ListTotal {
  readonly count: number;
  readonly isExact: boolean;
}

/** Turns a paged list into the properties that a table takes. */
export const pagedRows = <Row>(pages: Pages<Row>) => ({
  rows: pages.data?.pages.flatMap(({ body }) => body.items),
  total: totalOf(pages),
  error: pages.error,
  retry: () => void pages.refetch(),
  stale: pages.isPlaceholderData,
  more: pages.hasNextPage
    ? { load: () => void pages.fetchNextPage(), loading: pages.isFetchingNextPage }
    : undefined,
});

/** Every page says how many rows the first page counted. */
function totalOf<Row>({ data }: Pages<Row>): ListTotal | undefined {
  const { total, total_at_least } = data?.pages.at(-1)?.body ?? {};
  const count = total ?? total_at_least;
  return count === undefined ? undefined : { count, isExact: total !== undefined };
}
