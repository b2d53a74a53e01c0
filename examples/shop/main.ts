/** Runs the shop as a server of its own: `node examples/shop/main.ts`. The README lists the required variables. */

import { createServer } from "node:http";
import { type Configuration, parseConfiguration } from "./configuration.ts";
import { createListener } from "./listener.ts";
import { createShop } from "./shop.ts";

function start({ host, port, options }: Configuration): void {
  const server = createServer(createListener(createShop(options), new URL(options.url).origin));
  server.on("error", reportFailure);
  server.listen(port, host, () => console.log(`The shop is at ${options.url}`));
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      server.close();
      server.closeIdleConnections();
    });
}

function reportFailure(error: unknown): void {
  console.error(`shop: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

try {
  start(parseConfiguration(process.env));
} catch (error) {
  reportFailure(error);
}
