import { once } from "node:events";
import {
  Agent,
  createServer,
  get as httpGet,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** What stands in front of several nodes: requests go to those that say that they are ready, in turn. */
export interface Balancer {
  readonly url: string;
  /** Resolves when the balancer sees this node as ready. */
  untilReady(node: string): Promise<void>;
  close(): Promise<void>;
}

/** Well within the time for which a node that stops still serves idle connections (docs/operations.md). */
const PROBE_EVERY_MILLISECONDS = 200;
const PROBE_TIMEOUT_MILLISECONDS = 2_000;
/** A busy machine delays an answer. As in usual proxies, only several in a row that do not come take a node out. */
const MISSED_PROBES = 3;

/**
 * Behaves as usual proxies do. A request whose connection was refused goes to the next node, because nothing was sent. A
 * request whose connection breaks later is answered with 502: it may have had its effect. 503 when no node is ready.
 */
export async function createBalancer(nodes: readonly string[]): Promise<Balancer> {
  const targets = nodes.map((url) => ({
    url,
    isReady: false,
    missed: 0,
    agent: new Agent({ keepAlive: true }),
  }));
  const waiting = new Set<() => void>();
  let turn = 0;

  async function probe(target: (typeof targets)[number]): Promise<void> {
    const answer = await probeReadiness(`${target.url}/readyz`);
    target.missed = answer === "late" ? target.missed + 1 : 0;
    const isReady = answer === "late" ? target.isReady && target.missed < MISSED_PROBES : answer === "ready";
    if (target.isReady && !isReady) {
      // Its idle connections would be closed by the node at a time of its choice.
      const { agent } = target;
      target.agent = new Agent({ keepAlive: true });
      for (const sockets of Object.values(agent.freeSockets))
        for (const socket of sockets ?? []) socket.destroy();
    }
    target.isReady = isReady;
    for (const check of waiting) check();
  }

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readAll(request);
    turn += 1;
    const inTurn = targets.map(
      (_, index) => targets[(index + turn) % targets.length] as (typeof targets)[number],
    );
    for (const { url, agent } of inTurn.filter(({ isReady }) => isReady)) {
      const answer = await sendTo(url, agent, request, body);
      if (answer === "not sent") continue;
      if (answer === "broken") return end(response, 502);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.once("error", () => response.destroy());
      return;
    }
    end(response, 503);
  }

  const server = createServer((request, response) => {
    forward(request, response).catch(() => response.destroy());
  });
  // It would close connections on which a client is just sending.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const timers = targets.map((target) => {
    let isProbing = false;
    return setInterval(async () => {
      if (isProbing) return;
      isProbing = true;
      await probe(target);
      isProbing = false;
    }, PROBE_EVERY_MILLISECONDS);
  });

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    untilReady: (node) =>
      new Promise((resolve) => {
        const check = () => {
          if (!targets.some(({ url, isReady }) => url === node && isReady)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    async close() {
      for (const timer of timers) clearInterval(timer);
      for (const { agent } of targets) agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function end(response: ServerResponse, status: 502 | 503): void {
  response.writeHead(status, status === 503 ? { "retry-after": "1" } : {});
  response.end();
}

/** On a connection of its own, as monitoring does. */
function probeReadiness(url: string): Promise<"ready" | "not ready" | "late"> {
  return new Promise((resolve) => {
    const request = httpGet(url, { agent: false, timeout: PROBE_TIMEOUT_MILLISECONDS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200 ? "ready" : "not ready");
    });
    request.once("timeout", () => {
      resolve("late");
      request.destroy();
    });
    request.once("error", () => resolve("not ready"));
  });
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function sendTo(
  node: string,
  agent: Agent,
  { url, method, headers }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage | "not sent" | "broken"> {
  return new Promise((resolve) => {
    // The connections to clients are not those to nodes.
    const { connection: _, ...sent } = headers;
    const request = httpRequest(node + url, { agent, headers: sent, ...(method && { method }) }, resolve);
    request.once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code === "ECONNREFUSED" ? "not sent" : "broken"),
    );
    request.end(body);
  });
}
