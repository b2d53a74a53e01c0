import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http";

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request by node:http, which allows more than `fetch`: any method, any header, a body without its length. */
export function sendRequest(
  method: string,
  url: string,
  options: {
    readonly headers?: OutgoingHttpHeaders | readonly string[];
    readonly chunks?: readonly string[];
  } = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { headers = {}, chunks = [] } = options;
    const request = httpRequest(url, { method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    request.on("error", reject);
    for (const chunk of chunks) request.write(chunk);
    request.end();
  });
}
