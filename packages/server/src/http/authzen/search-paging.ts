import { z } from "zod";
import type { PageRequest } from "../../permissions/list/list-page.ts";
import {
  DEFAULT_DEADLINE_MILLISECONDS,
  DEFAULT_LIMIT,
  MAX_LIMIT,
  parseCursor,
} from "../checks/check-paging.ts";
import type { CursorScope, Cursors } from "../json/cursor.ts";

const size = z.exactOptional(z.int().min(0));

/** Authorization API 1.0 §8.2.1. Some clients send `size` instead of `limit`. */
export const pageObject = z.object({
  token: z.exactOptional(z.string().max(2_048)),
  limit: size,
  size,
});
type AskedPage = z.output<typeof pageObject>;

/** The results in order, and where the next page begins. */
export interface Found {
  readonly results: readonly object[];
  readonly next?: string;
  readonly revision: number;
}

export interface SearchPaging {
  readonly request: PageRequest;
  /** The `page` of the answer: its token is empty at the end (§8.2.2). */
  write(found: Found): object;
}

/** A token holds the position and the limit, and is valid only for the request that it was issued for (§8.2). */
export function parsePage(cursors: Cursors, scope: CursorScope, page: AskedPage = {}): SearchPaging {
  const position = page.token ? parseCursor(cursors, scope, page.token, "/page/token") : undefined;
  const colon = position?.indexOf(":") ?? -1;
  const asked = (page.limit ?? page.size) || Number(position?.slice(0, colon)) || DEFAULT_LIMIT;
  const limit = Math.min(asked, MAX_LIMIT);
  return {
    request: {
      limit,
      withinMilliseconds: DEFAULT_DEADLINE_MILLISECONDS,
      ...(position !== undefined && { after: position.slice(colon + 1) }),
    },
    write: ({ results, next }) => ({
      next_token: next === undefined ? "" : cursors.write(scope, `${limit}:${next}`),
      count: results.length,
    }),
  };
}
