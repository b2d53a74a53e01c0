/** Ends with 0 if the server of this container answers the path with 200. The image has no curl. */

import { get as getHttp } from "node:http";
import { get as getHttps } from "node:https";

const path = process.argv[2] ?? "/livez";
const port = process.env.LICET_PORT ?? "4455";
const get = process.env.LICET_TLS_CERT === undefined ? getHttp : getHttps;

// The certificate is for the public name, and not for this address, which does not leave the container.
const options = { host: "127.0.0.1", port, path, timeout: 4_000, rejectUnauthorized: false };
const request = get(options, (response) => end(response.statusCode === 200, response.statusCode));
request.once("timeout", () => request.destroy(new Error("no answer within 4 s")));
request.once("error", (error) => end(false, error.message));

function end(isHealthy, answer) {
  console.log(`${path}: ${answer}`);
  process.exit(isHealthy ? 0 : 1);
}
