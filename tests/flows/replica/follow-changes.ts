import assert from "node:assert/strict";
import type {
  ReplicaBeat,
  ReplicaChange,
  ReplicaRecord,
  ReplicaReset,
  SnapshotStart,
} from "@licet/engine/internal/replica/records.ts";
import { bearer } from "../../support/api-client.ts";

export type ReplicaEvent =
  | { readonly event: "change"; readonly data: ReplicaChange }
  | { readonly event: "beat"; readonly data: ReplicaBeat }
  | { readonly event: "reset"; readonly data: ReplicaReset };

export interface FollowedChanges {
  readonly status: number;
  readonly headers: Headers;
  /** Everything that has arrived. */
  text(): string;
  /** The next event; undefined when the stream has ended. */
  next(): Promise<ReplicaEvent | undefined>;
  close(): void;
}

/** The query by which a copy goes on where its snapshot, or its last event, was. */
export const queryOf = (
  { revision, reads, resources, usernames }: Omit<SnapshotStart, "kind">,
  more: Readonly<Record<string, string>> = {},
): string =>
  `?${new URLSearchParams({
    for: "replica",
    after: String(revision),
    reads: JSON.stringify(reads),
    ...(resources && { resources: resources.join(",") }),
    ...(usernames && { usernames: "true" }),
    ...more,
  })}`;

export async function followChanges(url: string, token: string, query: string): Promise<FollowedChanges> {
  const disconnect = new AbortController();
  const response = await fetch(`${url}/api/v1/changes${query}`, {
    headers: { ...bearer(token), accept: "text/event-stream" },
    signal: disconnect.signal,
  });
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  let read = 0;
  return {
    status: response.status,
    headers: response.headers,
    text: () => text,
    async next() {
      for (;;) {
        const end = text.indexOf("\n\n", read);
        if (end >= 0) {
          const [, event, data] = /^id: \d+\nevent: (\w+)\ndata: (.*)$/.exec(text.slice(read, end)) ?? [];
          read = end + 2;
          assert.ok(event && data, text);
          return { event, data: JSON.parse(data) } as ReplicaEvent;
        }
        const { value, done } = await reader.read();
        if (done) return undefined;
        text += value;
      }
    },
    close: () => disconnect.abort(),
  };
}

/** A copy as a test keeps it: the last record of each key. */
export class PlainCopy {
  revision = 0;
  readonly records = new Map<string, ReplicaRecord>();

  apply(records: readonly ReplicaRecord[]): void {
    for (const record of records) {
      if (record.kind === "removed") this.records.delete(`${record.of} ${record.id}`);
      else if (isEmpty(record)) this.records.delete(keyOf(record));
      else this.records.set(keyOf(record), record);
    }
  }
}

const isEmpty = (record: ReplicaRecord): boolean =>
  record.kind === "principal" && record.assignments.length === 0 && record.groups === undefined;

function keyOf(record: ReplicaRecord): string {
  switch (record.kind) {
    case "model":
      return "model";
    case "principal":
    case "instance":
      return `${record.kind} ${record.key}`;
    case "access_account":
      return `${record.kind} ${record.access_key}`;
    default:
      return `${record.kind} ${record.id}`;
  }
}
