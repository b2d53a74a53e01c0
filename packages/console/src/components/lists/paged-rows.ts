import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";

/** A paged list, as `usePages` reads it. */
export type Pages<Row> = UseInfiniteQueryResult<
  InfiniteData<{ readonly body: { readonly items: readonly Row[] } }>,
  Error
>;

/** Turns a paged list into the properties that a table takes. */
export const pagedRows = <Row>(pages: Pages<Row>) => ({
  rows: pages.data?.pages.flatMap(({ body }) => body.items),
  error: pages.error,
  retry: () => void pages.refetch(),
  stale: pages.isPlaceholderData,
  more: pages.hasNextPage
    ? { load: () => void pages.fetchNextPage(), loading: pages.isFetchingNextPage }
    : undefined,
});
