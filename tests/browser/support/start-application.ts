import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface Application {
  readonly url: string;
  /** Sets the handler of requests from now on. */
  serve(listener: RequestListener): void;
  stop(): void;
}

/**
 * An application at its own address. Licet is at 127.0.0.1 and the application at localhost: to a browser these are two
 * sites, not only two origins, so that cookies and forms follow the same rules as in production.
 */
export async function startApplication(): Promise<Application> {
  let serve: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => serve(request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    serve(listener) {
      serve = listener;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
