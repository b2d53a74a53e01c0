import { get } from "node:http";
import { text } from "node:stream/consumers";

/** Sends a GET on a separate connection: a server that stops would wait for one that is kept alive. */
export function getOnce(url: string): Promise<{ readonly status: number; readonly body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  get(url, { agent: false }, (response) => {
    text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
  }).on("error", reject);
  return promise;
}
