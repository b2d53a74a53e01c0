import { z } from "zod";
import type { ListFilter } from "../../directory/directory-store.ts";
import { withIssue } from "../../input/issue-from-zod.ts";
import type { ApiAnswer } from "./api-route.ts";
import type { CursorScope, Cursors } from "./cursor.ts";
import { queryFlag, queryInteger, queryText, queryTime } from "./query-values.ts";

export const MAX_LIMIT = 200;
const DEFAULT_LIMIT = 50;

/** A position may contain a name of 200 characters. */
const MAX_CURSOR_LENGTH = 4_096;

const limit = queryInteger(1, MAX_LIMIT)
  .default(DEFAULT_LIMIT)
  .meta({ description: "How many items a page has at most" });
const cursor = z.exactOptional(
  z
    .string()
    .min(1)
    .max(MAX_CURSOR_LENGTH)
    .meta({ description: "`next_cursor` of the page before, with the same filters and the same `sort`" }),
);

export const filterText = z.exactOptional(queryText);
export const filterTime = z.exactOptional(queryTime);
export const filterFlag = z.exactOptional(queryFlag);
/** Each word is looked up in the index, and checked again for each row that another word has found. */
const MAX_SEARCH_WORDS = 8;

export const search = z.exactOptional(
  queryText
    .refine((text) => text.trim().split(/\s+/u).length <= MAX_SEARCH_WORDS, {
      error: `has more than ${MAX_SEARCH_WORDS} words`,
      ...withIssue({ code: "too_many", maximum: MAX_SEARCH_WORDS }),
    })
    .meta({
      description: `Up to ${MAX_SEARCH_WORDS} words; each is the beginning of a word of the name, the username, the email address or the id. Case does not matter`,
    }),
);

/** The query of a list: the cursor, the size of the page, and filters. */
export const listQuery = <Filters extends z.ZodRawShape>(filters: Filters) =>
  z.strictObject({ limit, cursor, ...filters });

export interface Paging {
  readonly limit: number;
  readonly cursor?: string;
}

export interface ListPage {
  readonly items: readonly unknown[];
  /** The position after the last item; absent on the last page. */
  readonly next?: string;
}

/** Reads the page after the cursor and answers with it and the next cursor. */
export async function answerPage(
  cursors: Cursors,
  scope: CursorScope,
  { limit, cursor }: Paging,
  read: (query: { readonly limit: number; readonly after?: string }) => Promise<ListPage>,
): Promise<ApiAnswer> {
  const after = cursor === undefined ? undefined : cursors.read(scope, cursor);
  const { items, next } = await read({ limit, ...(after !== undefined && { after }) });
  return {
    status: 200,
    body: { items, ...(next !== undefined && { next_cursor: cursors.write(scope, next) }) },
  };
}

export interface Filter {
  readonly search?: string | undefined;
  readonly [member: string]: string | boolean | null | undefined;
}

/** Filters that the caller did not send are left out. `fixed` are those of the route. */
export function toListFilter(asked: Filter, fixed: Readonly<Record<string, string | null>> = {}): ListFilter {
  const { search, ...rest } = asked;
  const given = Object.entries(rest).filter(
    (entry): entry is [string, string | boolean | null] => entry[1] !== undefined,
  );
  const equals = { ...Object.fromEntries(given), ...fixed };
  return {
    ...(Object.keys(equals).length > 0 && { equals }),
    ...(search !== undefined && { search }),
  };
}
