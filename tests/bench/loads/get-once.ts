import { get } from "node:http";
import { text } from "node:stream/consumers";

/** One GET on a connection of its own: one kept alive would make a server wait for it when it stops. */
export function getOnce(url: string): Promise<{ readonly status: number; readonly body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  get(url, { agent: false }, (response) => {
    text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
  }).on("error", reject);
  return promise;
}
