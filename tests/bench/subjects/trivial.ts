/** Reads the body and answers a fixed JSON of a token's size: shows how many requests the load generator can send. */
import { createServer } from "node:http";

const body = JSON.stringify({ access_token: "x".repeat(600) });
const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };

createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(200, headers).end(body));
}).listen(Number(process.env.BENCH_PORT), "127.0.0.1");
