import assert from "node:assert/strict";
import type { ReplicaRecord, SnapshotEnd, SnapshotStart } from "@licet/engine/internal/replica/records.ts";
import { bearer } from "../../support/api-client.ts";

export interface ReadSnapshot {
  readonly start: SnapshotStart;
  readonly records: readonly ReplicaRecord[];
  readonly text: string;
  readonly headers: Headers;
}

/** Reads a whole snapshot, and holds it to its own count. */
export async function readSnapshot(url: string, token: string, query = ""): Promise<ReadSnapshot> {
  const response = await fetch(`${url}/api/v1/snapshot${query}`, { headers: bearer(token) });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  const [start, ...records] = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const end = records.pop() as SnapshotEnd;
  assert.deepEqual(end, { kind: "end", records: records.length });
  assert.equal(response.headers.get("licet-revision"), String((start as SnapshotStart).revision));
  return { start, records, text, headers: response.headers };
}

/** The records of one kind. */
export const ofKind = <K extends ReplicaRecord["kind"]>(
  records: readonly ReplicaRecord[],
  kind: K,
): readonly Extract<ReplicaRecord, { readonly kind: K }>[] =>
  records.filter((record): record is Extract<ReplicaRecord, { readonly kind: K }> => record.kind === kind);
