/** `local-load.ts ISSUER URL`, with a token in BENCH_TOKEN: loads a copy from a server, and prints the milliseconds. */
import { createLocalChecker } from "../../../packages/sdk/src/local/index.ts";

const [issuer = "", url = ""] = process.argv.slice(2);
const startedAt = performance.now();
const checker = createLocalChecker({ issuer, url, token: process.env.BENCH_TOKEN ?? "" });
await checker.ready();
console.log(performance.now() - startedAt);
await checker.close();
