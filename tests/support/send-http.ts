import { Agent, request as httpRequest, type IncomingMessage } from "node:http";

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The tests send tens of thousands of requests, and node:http takes half the processor time of `fetch`. */
const agent = new Agent({ keepAlive: true });

export interface SendOptions {
  /** True: the request has a connection of its own, which ends with the answer. */
  readonly connectsAnew?: boolean;
  readonly signal?: AbortSignal;
}

/** Sends a request over a connection that is kept open, and reads the whole answer. Follows no redirect. */
export function sendHttp(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
  { connectsAnew = false, signal }: SendOptions = {},
): Promise<HttpAnswer> {
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const sent = { "user-agent": "licet-tests", ...length, ...headers };
  return new Promise((resolve, reject) => {
    const options = { method, headers: sent, agent: connectsAnew ? false : agent, signal };
    const request = httpRequest(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve(readAnswer(response, Buffer.concat(chunks).toString())));
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

function readAnswer({ statusCode = 0, rawHeaders }: IncomingMessage, text: string): HttpAnswer {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] as string, rawHeaders[index + 1] as string);
  return { status: statusCode, headers, text };
}
