import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** The address of a caller that is not the proxy: every address of 127.0.0.0/8 is this machine. */
export const CALLER = "127.0.0.9";

/** Sends a request from another address of the loopback. The path is sent as it is written. */
export function sendFrom(
  localAddress: string,
  url: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { protocol, hostname: host, port } = new URL(url);
  const send = protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    // The certificate of the check is signed by nobody.
    const options = { host, port, path, localAddress, headers, agent: false, rejectUnauthorized: false };
    const sent = send(options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.once("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
      response.once("error", reject);
    });
    sent.once("error", reject);
    sent.end();
  });
}
