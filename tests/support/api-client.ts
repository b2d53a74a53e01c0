/** The one client of the JSON APIs in tests. What a folder's world needs beside it is in that folder. */

import { Agent, request as httpRequest, type IncomingMessage } from "node:http";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the API answers, looked at member by member
  readonly body: any;
  readonly text: string;
}

export interface Call {
  readonly method: string;
  /** From the root, with its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Caller = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** By node:http, at half the price of `fetch`: there are thousands of them. */
const agent = new Agent({ keepAlive: true });

/** Sends JSON, or a text as it is, and reads whatever comes back. */
export function send({ url }: { readonly url: string }, call: Call): Promise<Answer> {
  const { method, path, body } = call;
  const content = typeof body === "string" ? body : JSON.stringify(body);
  const headers = {
    ...(content !== undefined && {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(content),
    }),
    ...call.headers,
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url + path, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve(readAnswer(response, Buffer.concat(chunks).toString())));
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(content);
  });
}

function readAnswer({ statusCode = 0, headers: given }: IncomingMessage, text: string): Answer {
  const headers = new Headers(Object.entries(given).map(([name, value]) => [name, String(value)]));
  const isJson = /\bjson\b/.test(headers.get("content-type") ?? "");
  return { status: statusCode, headers, body: isJson && text !== "" ? JSON.parse(text) : undefined, text };
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
