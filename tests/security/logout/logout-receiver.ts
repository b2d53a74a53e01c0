import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface LogoutNotice {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly contentType: string | undefined;
  readonly form: URLSearchParams;
}

export interface LogoutReceiver {
  readonly url: string;
  readonly notices: readonly LogoutNotice[];
  readonly connections: number;
  /** Resolves with the first `count` notices when they have come. */
  wait(count: number): Promise<readonly LogoutNotice[]>;
  stop(): void;
}

/** The server of an application that receives logout tokens (Back-Channel Logout §2.5). */
export async function startLogoutReceiver(
  answer: RequestListener = (_request, response) => response.end(),
): Promise<LogoutReceiver> {
  const notices: LogoutNotice[] = [];
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
