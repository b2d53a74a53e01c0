import { setTimeout as delay } from "node:timers/promises";
import { bearer } from "../../support/api-client.ts";
import { type Browser, createBrowser } from "../../support/sign-in.ts";
import type { ObservedAnswer, ObservedRequests } from "../support/observed-requests.ts";

/** The server could not answer one request of a flow, so the flow ends there. The requests are judged elsewhere. */
export class FlowInterruptedError extends Error {}

type Fields = Readonly<Record<string, string>>;

/** Requests at a bounded rate, all observed. */
export interface PacedRequests {
  postForm(kind: string, path: string, fields: Fields): Promise<Answered>;
  /** Calls the API with a bearer token. */
  call(kind: string, token: string, method: string, path: string, more?: CallOptions): Promise<Answered>;
  openBrowser(kind: string): Browser;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Fields;
}

export interface Answered {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export function createPacedRequests(options: {
  readonly url: string;
  readonly requests: ObservedRequests;
  readonly perSecond: number;
}): PacedRequests {
  const { url, requests } = options;
  const gapMilliseconds = 1_000 / options.perSecond;
  let nextAt = performance.now();

  /** Each request has a moment of its own; moments that nobody used are not made up for. */
  async function send(kind: string, path: string, init: RequestInit) {
    const now = performance.now();
    nextAt = Math.max(nextAt + gapMilliseconds, now);
    await delay(nextAt - now);
    return answered(await requests.send(kind, url + path, init));
  }

  return {
    postForm: async (kind, path, fields) =>
      parsed(await send(kind, path, { method: "POST", body: new URLSearchParams(fields) })),
    call: async (kind, token, method, path, { body, headers = {} } = {}) =>
      parsed(
        await send(kind, `/api/v1${path}`, {
          method,
          headers: {
            ...bearer(token),
            ...(body !== undefined && { "content-type": "application/json" }),
            ...headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      ),
    openBrowser: (kind) =>
      createBrowser(url, new Map(), (method, address, headers, body) =>
        send(kind, address.slice(url.length), { method, headers, ...(body !== undefined && { body }) }),
      ),
  };
}

function answered({ status, ...answer }: ObservedAnswer) {
  if (status === undefined || status === 503) throw new FlowInterruptedError(`${status ?? "no answer"}`);
  return { ...answer, status };
}

const parsed = ({ status, body }: { readonly status: number; readonly body: unknown }): Answered => ({
  status,
  body: (body ?? {}) as Readonly<Record<string, unknown>>,
});
