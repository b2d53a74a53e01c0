import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface Notice {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly contentType: string | undefined;
  readonly form: URLSearchParams;
}

export interface ListeningApplication {
  readonly url: string;
  readonly notices: readonly Notice[];
  readonly connections: number;
  /** The first `count` of them, when they have come. */
  wait(count: number): Promise<readonly Notice[]>;
  stop(): void;
}

/** The server of an application, that wants to hear when sessions end. */
export async function startApplication(
  answer: RequestListener = (_request, response) => response.end(),
): Promise<ListeningApplication> {
  const notices: Notice[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams((await request.toArray()).join(""));
    const { method, url: path, headers } = request;
    notices.push({ method, path, contentType: headers["content-type"], form });
    answer(request, response);
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    notices,
    get connections() {
      return connections;
    },
    async wait(count) {
      const deadline = performance.now() + 8_000;
      while (notices.length < count && performance.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 20));
      if (notices.length < count) throw new Error(`${notices.length} notices came, not ${count}`);
      return notices.slice(0, count);
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
