/** The one client of the JSON APIs in tests. */

import { sendHttp } from "./send-http.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: any JSON; each test reads the members that it expects
  readonly body: any;
  readonly text: string;
}

export interface Call {
  readonly method: string;
  /** From the root, with its query. */
  readonly path: string;
  readonly body?: unknown;
  /** Of the body; JSON if not given. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Caller = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** Sends JSON, or a text as it is, and parses an answer that is JSON. */
export async function send({ url }: { readonly url: string }, call: Call): Promise<Answer> {
  const { method, path, body, contentType = "application/json" } = call;
  const content = typeof body === "string" ? body : JSON.stringify(body);
  const headers = { ...(content !== undefined && { "content-type": contentType }), ...call.headers };
  const answer = await sendHttp(method, url + path, headers, content);
  const isJson = /\bjson\b/.test(answer.headers.get("content-type") ?? "");
  return { ...answer, body: isJson && answer.text !== "" ? JSON.parse(answer.text) : undefined };
}

export const bearer = (token: string): { readonly authorization: string } => ({
  authorization: `Bearer ${token}`,
});

/** The holder of this token, calling below /api/v1. */
export const callerWith =
  (licet: { readonly url: string }, token: string): Caller =>
  (method, path, body, headers = {}) =>
    send(licet, { method, path: `/api/v1${path}`, body, headers: { ...bearer(token), ...headers } });

/** The places that a refusal of the input names. */
export const pointersOf = ({ body }: Answer): readonly string[] =>
  (body?.errors ?? []).map(({ pointer }: { pointer: string }) => pointer);
