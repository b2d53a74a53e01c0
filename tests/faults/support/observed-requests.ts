import { type HttpAnswer, sendHttp } from "../../support/send-http.ts";
import { hasMachineAlone } from "./machine-alone.ts";
import { percentile } from "./percentile.ts";

/** A client that waits longer than any answer may take: a request without an answer ends here. */
const GIVE_UP_MILLISECONDS = 30_000;
/**
 * `npm run test:faults` holds the server to the promise of docs/reliability.md. `npm test` runs other tests beside the
 * server, and measures no time: there an answer may come at any time before the client gives up.
 */
const LONGEST_ANSWER_MILLISECONDS = hasMachineAlone ? 10_000 : GIVE_UP_MILLISECONDS;

export interface ObservedAnswer {
  /** Undefined: the connection ended without an answer. */
  readonly status: number | undefined;
  readonly milliseconds: number;
  /** Undefined when the body is no JSON. */
  readonly body: unknown;
  readonly text: string;
  readonly headers: Headers;
}

/** What the clients of an experiment see: how each request ended, and how long it took. */
export interface ObservedRequests {
  /** Sends one request. `kind` groups requests in the summary: "check", "token", "write". Never rejects. */
  send(kind: string, url: string, init?: RequestInit): Promise<ObservedAnswer>;
  /**
   * Requests that were cut off, took longer (10 s under `npm run test:faults`, unless an experiment sets another deadline), or were answered with
   * something else than 2xx, 3xx, 4xx or 503.
   */
  violations(longestMilliseconds?: number): readonly string[];
  summary(kind?: string): RequestSummary;
}

export interface RequestSummary {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly slowest: number;
  readonly byStatus: ReadonlyMap<number | "none", number>;
}

interface Observation {
  readonly kind: string;
  readonly status: number | undefined;
  readonly milliseconds: number;
  readonly failure?: string;
}

export interface ObservationOptions {
  /**
   * Asked about each request that ended without an answer: true where the experiment itself killed the server meanwhile.
   */
  readonly mayBeCut?: () => boolean;
  /** True: every request has a connection of its own. Otherwise connections are kept and used again. */
  readonly connectsAnew?: boolean;
}

export function observeRequests(options: ObservationOptions = {}): ObservedRequests {
  const { mayBeCut = () => false, connectsAnew = false } = options;
  const observations: Observation[] = [];
  const selected = (kind?: string) =>
    kind === undefined ? observations : observations.filter((each) => each.kind === kind);

  return {
    async send(kind, url, init = {}) {
      const startedAt = performance.now();
      const elapsed = () => performance.now() - startedAt;
      try {
        const signal = AbortSignal.timeout(GIVE_UP_MILLISECONDS);
        const { status, headers, text } = await (connectsAnew ? sendAnew : sendKept)(url, init, signal);
        observations.push({ kind, status, milliseconds: elapsed() });
        return { status, milliseconds: elapsed(), body: parseJson(text), text, headers };
      } catch (error) {
        const milliseconds = elapsed();
        if (!mayBeCut())
          observations.push({ kind, status: undefined, milliseconds, failure: reasonOf(error) });
        return { status: undefined, milliseconds, body: undefined, text: "", headers: new Headers() };
      }
    },

    violations: (longestMilliseconds = LONGEST_ANSWER_MILLISECONDS) =>
      observations.flatMap(({ kind, status, milliseconds, failure }) => {
        const seconds = (milliseconds / 1_000).toFixed(1);
        if (status === undefined) return [`${kind}: no answer after ${seconds} s (${failure})`];
        if (status >= 500 && status !== 503) return [`${kind}: answered with ${status} after ${seconds} s`];
        if (milliseconds > longestMilliseconds) return [`${kind}: ${status} only after ${seconds} s`];
        return [];
      }),

    summary(kind) {
      const seen = selected(kind);
      const times = seen.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
      const byStatus = new Map<number | "none", number>();
      for (const { status = "none" } of seen) byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
      return {
        count: seen.length,
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        slowest: times.at(-1) ?? 0,
        byStatus,
      };
    },
  };
}

async function sendKept(url: string, init: RequestInit, signal: AbortSignal): Promise<HttpAnswer> {
  const response = await fetch(url, { redirect: "manual", ...init, signal });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** `fetch` would take a kept connection of another client in this process if one is free. */
async function sendAnew(url: string, init: RequestInit, signal: AbortSignal): Promise<HttpAnswer> {
  const request = new Request(url, init);
  const body = request.body === null ? undefined : await request.text();
  return sendHttp(request.method, url, Object.fromEntries(request.headers), body, {
    connectsAnew: true,
    signal,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
}
