import { parseSnapshotLine } from "@licet/engine/internal/replica/parse-record.ts";
import type { SnapshotStart } from "@licet/engine/internal/replica/records.ts";
import { createReplica, type Replica } from "@licet/engine/internal/replica/replica.ts";
import { MalformedStreamError, readLines } from "../common/read-lines.ts";
import type { Clock } from "../common/runtime.ts";
import { createWatch } from "../common/watch.ts";
import type { SendRequest } from "./licet-requests.ts";
import { readRecord } from "./read-record.ts";

/** A line is one principal with all its assignments, or the model. */
const MAX_LINE_CHARACTERS = 64 * 1024 * 1024;
const MAX_SILENCE_MILLISECONDS = 15_000;
/** How long parsing may keep the application waiting. */
const LONGEST_WORK_MILLISECONDS = 10;

export interface LoadedSnapshot {
  readonly start: SnapshotStart;
  readonly replica: Replica;
}

export interface SnapshotLimits {
  readonly resources: readonly string[] | undefined;
  readonly usernames: boolean;
}

/** Reads a whole snapshot. One that was cut off is an error: half of the data would deny what is allowed. */
export async function loadSnapshot(
  send: SendRequest,
  limits: SnapshotLimits,
  clock: Clock,
  signal: AbortSignal,
): Promise<LoadedSnapshot> {
  const watch = createWatch(clock, MAX_SILENCE_MILLISECONDS, signal);
  try {
    const { body } = await send({
      method: "GET",
      path: `/snapshot${writeLimits(limits)}`,
      accept: "application/x-ndjson",
      signal: watch.signal,
    });
    const reading = createSnapshotReading();
    let workingSince = clock.monotonic();
    for await (const lines of readLines(body, MAX_LINE_CHARACTERS, watch.signal)) {
      watch.heard();
      for (const line of lines) {
        reading.add(line);
        if (clock.monotonic() - workingSince < LONGEST_WORK_MILLISECONDS) continue;
        await clock.sleep(0, watch.signal);
        workingSince = clock.monotonic();
      }
    }
    return reading.complete();
  } finally {
    watch.end();
  }
}

const writeLimits = ({ resources, usernames }: SnapshotLimits): string => {
  const query = new URLSearchParams();
  if (resources) query.set("resources", resources.join(","));
  if (usernames) query.set("usernames", "true");
  return query.size === 0 ? "" : `?${query}`;
};

/** Takes the lines of a snapshot in their order. */
function createSnapshotReading() {
  let loaded: LoadedSnapshot | undefined;
  let records = 0;
  let isComplete = false;
  return {
    add(text: string): void {
      if (text === "") return;
      const line = readRecord(parseSnapshotLine, text);
      if (isComplete || (line.kind === "snapshot") !== (loaded === undefined))
        throw new MalformedStreamError("the lines of the snapshot are out of order");
      if (line.kind === "snapshot") loaded = { start: line, replica: createReplica(line) };
      else if (line.kind === "end") {
        if (line.records !== records) throw new MalformedStreamError("records of the snapshot are missing");
        isComplete = true;
      } else {
        loaded?.replica.put(line);
        records += 1;
      }
    },
    complete(): LoadedSnapshot {
      if (!loaded || !isComplete) throw new MalformedStreamError("the snapshot was cut off");
      return loaded;
    },
  };
}
