import { basicAuthorization } from "../common/basic-authorization.ts";
import { codeOfStatus } from "../common/code-of-status.ts";
import { parseIssuer } from "../common/issuer.ts";
import { LicetError } from "../common/licet-error.ts";
import { MalformedStreamError, parseJson } from "../common/read-lines.ts";
import { parseRetryAfter } from "../common/retry-after.ts";
import { type RuntimeOptions, readRuntime } from "../common/runtime.ts";
import { readServerSentEvents } from "../common/server-sent-events.ts";
import { UsageError } from "../common/usage-error.ts";
import { createWatch } from "../common/watch.ts";
import { createRevocationSet, type RevocationSet } from "./revocation-set.ts";
import type { Revocations } from "./verifier-options.ts";

export interface RevocationOptions extends RuntimeOptions {
  /** The base URL of Licet, exactly as its discovery document writes it. */
  readonly issuer: string;
  /** An application that `serves` the resource, and its secret. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** How old the last news may be while `isCurrent()` is true; 2000 by default. */
  readonly maxAgeMilliseconds?: number;
  /** How many revocations are kept; with more of them, `isCurrent()` is false. 100000 by default. */
  readonly maxRevocations?: number;
  /** Accepts an issuer without TLS on another machine. Only for a network where nobody can listen. */
  readonly allowHttp?: boolean;
  /** Hears why a connection failed. It is tried again whatever the reason. */
  readonly onError?: (error: unknown) => void;
}

const PATH = "/api/v1/revocations";
/** Beats come twice a second. A connection that is silent for longer is a broken one. */
const SILENCE_MILLISECONDS = 3_000;
/** No event comes near. A stream that never ends a line must not fill the memory. */
const MAX_EVENT_CHARACTERS = 65_536;
const FIRST_PAUSE_MILLISECONDS = 200;
const LONGEST_PAUSE_MILLISECONDS = 5_000;
const PRUNE_EVERY_MILLISECONDS = 30_000;

/**
 * Follows `GET /api/v1/revocations` until `close()`. What was heard stays known while the connection is away; only
 * `isCurrent()` says that more may have happened.
 */
export function followRevocations(options: RevocationOptions): Revocations {
  const { url, authorization, maxAgeMilliseconds, maxRevocations } = parseOptions(options);
  const { fetch, clock, random } = readRuntime(options);
  const closing = new AbortController();
  let known = createRevocationSet();
  let position = "";
  /** By the monotonic clock: everything that was revoked before is known. */
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let prunedAt = clock.monotonic();

  const isCurrent = () => clock.monotonic() - confirmedAt <= maxAgeMilliseconds;

  function prune(set: RevocationSet): void {
    const now = clock.monotonic();
    const isFull = set.size > maxRevocations;
    if (!isFull && now - prunedAt < PRUNE_EVERY_MILLISECONDS) return;
    prunedAt = now;
    set.prune(clock.now() / 1_000);
    if (set.size > maxRevocations) {
      position = "";
      confirmedAt = Number.NEGATIVE_INFINITY;
      throw new LicetError(
        "limit_exceeded",
        `there are more than ${maxRevocations} revocations; see maxRevocations`,
      );
    }
  }

  /** One connection, until it ends. Resolves with the milliseconds that the server asks to wait. */
  async function follow(signal: AbortSignal, onEvent: () => void): Promise<number | undefined> {
    const sentAt = clock.monotonic();
    const response = await fetch(url, {
      headers: {
        accept: "text/event-stream",
        authorization,
        ...(position !== "" && { "last-event-id": position }),
      },
      // The secret is for this address alone.
      redirect: "manual",
      signal,
    });
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel();
      options.onError?.(new LicetError(codeOfStatus(response.status), `${url} answered ${response.status}`));
      return parseRetryAfter(response.headers.get("retry-after"), clock.now()) ?? 0;
    }
    // From the beginning: what is known stays in use until the new set is complete.
    const set = position === "" ? createRevocationSet() : known;
    for await (const { event, data, id } of readServerSentEvents(
      response.body,
      MAX_EVENT_CHARACTERS,
      signal,
    )) {
      onEvent();
      if (event === "revocation") {
        const entry: unknown = parseJson(data);
        set.add(entry);
        if (set !== known) known.add(entry);
        prune(set);
      } else if (event === "beat") {
        const { elapsed } = parseJson(data) as { readonly elapsed?: unknown };
        if (typeof elapsed !== "number") throw new MalformedStreamError("a beat is not readable");
        known = set;
        position = id;
        prune(set);
        // `elapsed` counts from the beginning of the stream at the server, which is later than the request.
        confirmedAt = Math.max(confirmedAt, sentAt + elapsed);
      } else if (event === "reset") {
        position = "";
        confirmedAt = Number.NEGATIVE_INFINITY;
        return undefined;
      }
    }
    return undefined;
  }

  /** The same, with a silent connection cut off. */
  async function followWhileHeard(): Promise<number | undefined> {
    const watch = createWatch(clock, SILENCE_MILLISECONDS, closing.signal);
    try {
      return await follow(watch.signal, watch.heard);
    } finally {
      watch.end();
    }
  }

  async function run(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; ) {
      const heardBefore = confirmedAt;
      const asked = await followWhileHeard().catch((error: unknown) => {
        if (!closing.signal.aborted) options.onError?.(error);
        return undefined;
      });
      failures = confirmedAt > heardBefore ? 0 : failures + 1;
      const longest = Math.min(LONGEST_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** failures);
      // At random, so that many processes do not return in the same moment.
      await clock.sleep(Math.max(asked ?? 0, random() * longest), closing.signal).catch(() => {});
    }
  }

  void run();
  return {
    isRevoked: (claims) => known.isRevoked(claims),
    isCurrent,
    close: () => {
      confirmedAt = Number.NEGATIVE_INFINITY;
      closing.abort();
    },
  };
}

function parseOptions(options: RevocationOptions) {
  const { clientId, clientSecret, allowHttp = false } = options;
  const { maxAgeMilliseconds = 2_000, maxRevocations = 100_000 } = options;
  const issuer = parseIssuer(options.issuer, { allowHttp });
  for (const [name, value] of Object.entries({ clientId, clientSecret }))
    if (typeof value !== "string" || value === "")
      throw new UsageError(`${name}: write that of an application that serves the resource`);
  for (const [name, value] of Object.entries({ maxAgeMilliseconds, maxRevocations }))
    if (!Number.isSafeInteger(value) || value < 1)
      throw new UsageError(`${name}: write a whole number above 0`);
  return {
    url: new URL(PATH, issuer).href,
    authorization: basicAuthorization(clientId, clientSecret),
    maxAgeMilliseconds,
    maxRevocations,
  };
}
