import { Agent, type OutgoingHttpHeaders, request as openRequest } from "node:http";

export interface TimedAnswer {
  /** Undefined when the client has given up, or the connection has ended without an answer. */
  readonly status?: number;
  readonly text: string;
  readonly milliseconds: number;
  /** The client got nothing for as long as it waits, and has closed its connection. */
  readonly isAbandoned: boolean;
}

export interface TimedRequest {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
  readonly giveUpMilliseconds: number;
  /** With its kept connections; otherwise a new connection, for this request alone. */
  readonly agent?: Agent;
}

export const createKeptConnection = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });

/** Never rejects. A client that gives up closes its connection, as good clients do. */
export function sendTimed(url: string, options: TimedRequest): Promise<TimedAnswer> {
  const { giveUpMilliseconds, body, agent = false, ...rest } = options;
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let text = "";
    let status: number | undefined;
    const end = (isAbandoned = false) => {
      clearTimeout(timer);
      const milliseconds = performance.now() - startedAt;
      resolve({ text, milliseconds, isAbandoned, ...(status !== undefined && { status }) });
    };
    const request = openRequest(url, { ...rest, agent }, (response) => {
      status = response.statusCode;
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => end());
      response.on("error", () => end());
    });
    request.on("error", () => end());
    const timer = setTimeout(() => {
      end(true);
      request.destroy();
    }, giveUpMilliseconds);
    request.end(body);
  });
}
