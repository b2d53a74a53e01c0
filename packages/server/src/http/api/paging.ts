import { z } from "zod";
import type { ListFilter } from "../../management/stores.ts";
import { withFault } from "../../state/fault-of-issue.ts";
import type { ApiAnswer } from "./api-route.ts";
import type { CursorScope, Cursors } from "./cursor.ts";

export const MAX_LIMIT = 200;
const DEFAULT_LIMIT = 50;

const limit = z.coerce
  .number({ error: `expected a number from 1 to ${MAX_LIMIT}` })
  .pipe(z.int().min(1).max(MAX_LIMIT))
  .default(DEFAULT_LIMIT);
const cursor = z.exactOptional(z.string().min(1).max(1024));

/** No name has these in it, and no database wants to look for them. */
export const lookupText = z
  .string()
  .min(1)
  .max(512)
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), {
    error: "must be text without control characters",
    ...withFault({ code: "unusable_characters" }),
  });
export const filterText = z.exactOptional(lookupText);
export const filterTime = z.exactOptional(
  z.iso
    .datetime({ offset: true, error: "expected a date and time with its zone, such as 2027-01-01T00:00:00Z" })
    .transform((text) => Date.parse(text)),
);
export const filterFlag = z.exactOptional(z.enum(["true", "false"]));

/** The query of a list: where to go on, how far, and what it can be narrowed by. */
export const listQuery = <Filters extends z.ZodRawShape>(filters: Filters) =>
  z.strictObject({ limit, cursor, ...filters });

export interface Paging {
  readonly limit: number;
  readonly cursor?: string;
}

export interface ListPage {
  readonly items: readonly unknown[];
  /** The position behind the last item, when there is more. */
  readonly next?: string;
}

/** Reads a page from where the cursor stands and answers with it and the next cursor. */
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

/** `search` beside exact matches; what was not asked for is left out. */
export function toListFilter(
  asked: Readonly<Record<string, string | undefined>>,
  fixed: Readonly<Record<string, string | null>> = {},
): ListFilter {
  const { search, ...rest } = asked;
  const given = Object.entries(rest).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const exact = given.map(([name, value]) => [name, name === "enabled" ? value === "true" : value] as const);
  const equals = { ...Object.fromEntries(exact), ...fixed };
  return {
    ...(Object.keys(equals).length > 0 && { equals }),
    ...(search !== undefined && { search }),
  };
}
