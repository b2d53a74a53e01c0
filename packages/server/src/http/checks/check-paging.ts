import { z } from "zod";
import type { PageRequest } from "../../permissions/list/list-page.ts";
import type { CursorScope, Cursors } from "../json/cursor.ts";
import { invalidInput, ProblemError } from "../problems.ts";

export const MAX_LIMIT = 1_000;
export const DEFAULT_LIMIT = 100;
const MAX_DEADLINE_MILLISECONDS = 5_000;
export const DEFAULT_DEADLINE_MILLISECONDS = 2_000;

/** The members of a list request for the size of the page and for the time that the search may take. */
export const paging = {
  limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
  cursor: z.exactOptional(z.string().min(1).max(2_048)),
  /** After this time, the page ends with what was found so far. */
  deadline_ms: z.int().min(1).max(MAX_DEADLINE_MILLISECONDS).default(DEFAULT_DEADLINE_MILLISECONDS),
};

export interface Paging {
  readonly limit: number;
  readonly cursor?: string;
  readonly deadline_ms: number;
}

export function parsePaging(
  cursors: Cursors,
  scope: CursorScope,
  { limit, cursor, deadline_ms }: Paging,
): PageRequest {
  const after = cursor === undefined ? undefined : parseCursor(cursors, scope, cursor, "/cursor");
  return { limit, withinMilliseconds: deadline_ms, ...(after !== undefined && { after }) };
}

/** Throws a problem with this pointer: the cursor is part of the body here. */
export function parseCursor(cursors: Cursors, scope: CursorScope, text: string, pointer: string): string {
  try {
    return cursors.read(scope, text);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw invalidInput([{ pointer, detail: error.message, code: "malformed", expected: "cursor" }]);
  }
}

export const writeCursor = (cursors: Cursors, scope: CursorScope, next: string | undefined): object =>
  next === undefined ? {} : { next_cursor: cursors.write(scope, next) };

/** Cuts a complete list to a page, in the order of its keys: the last key is the position of the next page. */
export function cutPage<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  { after, limit }: Pick<PageRequest, "after" | "limit">,
): { readonly items: readonly T[]; readonly next?: string } {
  const rest = items
    .filter((item) => after === undefined || keyOf(item) > after)
    .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return rest.length > page.length && last ? { items: page, next: keyOf(last) } : { items: page };
}
