import { parseBeat, parseChange } from "@licet/engine/internal/replica/parse-record.ts";
import type { Replica } from "@licet/engine/internal/replica/replica.ts";
import { LicetError } from "../common/licet-error.ts";
import { MalformedStreamError } from "../common/read-lines.ts";
import type { Clock } from "../common/runtime.ts";
import { readServerSentEvents, type ServerSentEvent } from "../common/server-sent-events.ts";
import { createWatch } from "../common/watch.ts";
import type { SendRequest } from "./licet-requests.ts";
import type { LoadedSnapshot } from "./load-snapshot.ts";
import { readRecord } from "./read-record.ts";
import {
  type Confirmation,
  confirmationOf,
  haveClocksJumped,
  momentOf,
  serverTimeOffset,
} from "./stream-time.ts";

/** A change has the records of a thousand keys at most. */
const MAX_EVENT_CHARACTERS = 64 * 1024 * 1024;
/** Beats come twice a second. */
const MAX_SILENCE_MILLISECONDS = 2_000;
/** The clocks of two machines drift apart: within this time by less than matters. */
const LONGEST_STREAM_MILLISECONDS = 300_000;

/** A change was applied in part: the copy must not answer any more. */
export class BrokenCopyError extends LicetError {
  override readonly name = "BrokenCopyError";

  constructor(options: ErrorOptions) {
    super("invalid_response", "a change could not be applied", options);
  }
}

/** Hears that the copy was current at a moment. */
export type OnConfirmed = (confirmed: {
  readonly confirmation: Confirmation;
  readonly timeOffset: number;
}) => void;

/** `reset`: the copy has to be loaded again. `ended`: another stream can go on where this one ended. */
export type StreamEnd = "reset" | "ended";

/** Makes a copy follow the server, as long as one stream of changes lasts. Each event is applied as a whole. */
export async function followChanges(
  { start, replica }: LoadedSnapshot,
  send: SendRequest,
  clock: Clock,
  signal: AbortSignal,
  onConfirmed: OnConfirmed,
): Promise<StreamEnd> {
  const watch = createWatch(clock, MAX_SILENCE_MILLISECONDS, signal);
  try {
    const { body, headers, sent, received } = await send({
      method: "GET",
      path: `/changes?${writeQuery(start, replica.revision)}`,
      accept: "text/event-stream",
      signal: watch.signal,
    });
    const timeOffset = serverTimeOffset(sent, received, headers.get("date"));
    for await (const event of readServerSentEvents(body, MAX_EVENT_CHARACTERS, watch.signal)) {
      watch.heard();
      const at = momentOf(clock);
      // How long the event was on its way is not known any more.
      if (haveClocksJumped(sent, at)) return "ended";
      const elapsed = applyEvent(replica, event);
      if (elapsed === "reset") return "reset";
      if (elapsed !== undefined) onConfirmed({ confirmation: confirmationOf(sent, elapsed, at), timeOffset });
      if (at.monotonic - sent.monotonic > LONGEST_STREAM_MILLISECONDS) return "ended";
    }
    return "ended";
  } finally {
    watch.end();
  }
}

function writeQuery(
  { reads, resources, usernames }: LoadedSnapshot["start"],
  after: number,
): URLSearchParams {
  const query = new URLSearchParams({ for: "replica", after: String(after), reads: JSON.stringify(reads) });
  if (resources) query.set("resources", resources.join(","));
  if (usernames) query.set("usernames", "true");
  return query;
}

/** The `elapsed` of an event after which the copy is current; undefined for events that say nothing about that. */
function applyEvent(replica: Replica, { event, data }: ServerSentEvent): number | "reset" | undefined {
  switch (event) {
    case "change": {
      const { revision, elapsed, records } = readRecord(parseChange, data);
      if (revision < replica.revision) throw new MalformedStreamError("the revision went back");
      try {
        replica.apply(records, revision);
      } catch (cause) {
        throw new BrokenCopyError({ cause });
      }
      return elapsed;
    }
    case "beat": {
      const { revision, elapsed } = readRecord(parseBeat, data);
      if (revision !== replica.revision) throw new MalformedStreamError("a change is missing");
      return elapsed;
    }
    case "reset":
      return "reset";
    default:
      return undefined;
  }
}
