import assert from "node:assert/strict";
import { type Entities, type EntityKind, entityId } from "../../directory/change.ts";
import type { DirectoryStore, ListFilter, ListSort } from "../../directory/directory-store.ts";
import { put } from "./samples.ts";

export const inByteOrder = (ids: readonly string[]) =>
  ids.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

/** Reads all pages in order. */
export async function readPages<K extends EntityKind>(
  directory: DirectoryStore,
  kind: K,
  limit: number,
  filter: ListFilter = {},
  sort?: ListSort,
  exactFirst = false,
): Promise<readonly string[]> {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const { items, next } = await directory.page(kind, {
      limit,
      filter,
      exactFirst,
      ...(sort && { sort }),
      ...(after !== undefined && { after }),
    });
    assert.ok(items.length <= limit && (next === undefined || items.length === limit));
    ids.push(...items.map(({ value }) => entityId(put(kind, value as Entities[K]))));
    after = next;
  } while (after !== undefined);
  return ids;
}
