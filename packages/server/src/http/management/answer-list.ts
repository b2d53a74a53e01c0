import { z } from "zod";
import type { Entities, EntityKind } from "../../directory/change.ts";
import {
  type ListFilter,
  type ListSort,
  MAX_TOTAL,
  type Stored,
  type Total,
} from "../../directory/directory-store.ts";
import { kindOf } from "../../directory/kinds/kinds.ts";
import type { Management } from "../../directory/write/create-management.ts";
import type { ApiAnswer } from "../json/api-route.ts";
import type { Cursors } from "../json/cursor.ts";
import type { Paging } from "../json/paging.ts";
import { count, nextCursor } from "../json/wire-values.ts";

/** The parameter `sort` of a list: a member, or `-` and a member for the other direction. */
export const sortOf = (kind: EntityKind) => {
  const names = kindOf(kind).sorts;
  const [first = ""] = names;
  return z.exactOptional(
    z.enum([...names, ...names.map((name) => `-${name}`)]).meta({
      description: `The order, with \`-\` the opposite one. Case does not matter; the same values are in the order of ids, and entities without a value come last in both. Left out: \`${first}\`, and with \`search\`, entities whose id, username or email address is the whole search come first`,
    }),
  );
};

/** Absent for a list that has one order only. */
const defaultSortOf = (kind: EntityKind): string | undefined => kindOf(kind).sorts[0];

/** One page of a list that is counted. */
export const countedPage = <Item extends z.ZodType>(title: string, item: Item) =>
  z
    .strictObject({
      items: z.array(item),
      total: count
        .max(MAX_TOTAL)
        .optional()
        .meta({ description: "How many there are on all pages, as counted for the first page" }),
      total_at_least: count
        .max(MAX_TOTAL)
        .optional()
        .meta({
          description: `Instead of \`total\`: there are more than ${MAX_TOTAL}, or counting would take long`,
        }),
      next_cursor: nextCursor,
    })
    .meta({ title });

interface ListParts {
  readonly management: Pick<Management, "directory">;
  readonly cursors: Cursors;
}

interface AskedList<K extends EntityKind> {
  readonly kind: K;
  readonly route: string;
  readonly filter: ListFilter;
  readonly paging: Paging & { readonly sort?: string };
}

/** Reads the page after the cursor, and answers with it, the total and the next cursor. */
export async function answerList<K extends EntityKind>(
  { management, cursors }: ListParts,
  { kind, route, filter, paging: { limit, cursor, sort: asked } }: AskedList<K>,
  write: (items: readonly Stored<Entities[K]>[]) => Promise<readonly object[]>,
): Promise<ApiAnswer> {
  const sort = asked ?? defaultSortOf(kind);
  const exactFirst = asked === undefined && filter.search !== undefined;
  const scope = { route, filters: { ...filter, sort: exactFirst ? undefined : sort } };
  const from = cursor === undefined ? undefined : parsePosition(cursors.read(scope, cursor));
  const page = await management.directory.page(kind, {
    limit,
    filter,
    exactFirst,
    count: from === undefined,
    ...(sort !== undefined && { sort: parseSort(sort) }),
    ...(from && { after: from.after }),
  });
  const total = from?.total ?? writeTotal(page.total);
  const next = page.next === undefined ? undefined : cursors.write(scope, writePosition(total, page.next));
  return {
    status: 200,
    body: {
      items: await write(page.items),
      ...total,
      ...(next !== undefined && { next_cursor: next }),
    },
  };
}

const parseSort = (text: string): ListSort =>
  text.startsWith("-") ? { by: text.slice(1), descending: true } : { by: text, descending: false };

type WireTotal = { readonly total?: number; readonly total_at_least?: number };

function writeTotal(total: Total | undefined): WireTotal {
  if (total === undefined) return {};
  return "exactly" in total ? { total: total.exactly } : { total_at_least: total.atLeast };
}

/** The cursor carries the total, so that later pages repeat it and count nothing. */
const writePosition = (total: WireTotal, after: string): string => JSON.stringify([total, after]);
function parsePosition(text: string): { readonly total: WireTotal; readonly after: string } {
  const [total, after] = JSON.parse(text) as [WireTotal, string];
  return { total, after };
}
