import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { untilKnown } from "../../support/until-known.ts";

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
  /** The connections that ended before they had an answer. */
  readonly givenUp: number;
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
  let givenUp = 0;
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams((await request.toArray()).join(""));
    const { method, url: path, headers } = request;
    response.on("close", () => {
      if (!response.writableEnded) givenUp += 1;
    });
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
    get givenUp() {
      return givenUp;
    },
    async wait(count) {
      await untilKnown(
        async () => notices.length >= count,
        () => `${notices.length} notices came, not ${count}`,
      );
      return notices.slice(0, count);
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
