import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectSecurely } from "node:tls";
import { SHOP } from "../../support/shop.ts";
import type { Measurement } from "../fault-experiment.ts";
import { percentile } from "../support/percentile.ts";
import { type SlowClientsServer, startServer } from "./server.ts";

export interface SlowClientsOptions {
  /** Of each kind, from two networks together. */
  readonly connections: number;
  readonly seconds: number;
  readonly tls: boolean;
}

/** Each is a network of its own, as the limits count. */
const ATTACKERS = ["127.0.0.2", "127.0.0.3"];
const OTHER = "127.0.0.4";
/** Opened at once, as fast as a server accepts them. */
const OPENED_AT_ONCE = 50;
const PAUSE_MILLISECONDS = 20;
const CALLERS = 5;
const LONGEST_P95_MILLISECONDS = 1_000;

/**
 * Two networks hold as many connections as they can, each with a request whose body never ends, or with responses that
 * nobody reads, and open a new one for each that is cut off. Meanwhile others ask for tokens and for the sign-in page.
 */
export async function runSlowClients(options: SlowClientsOptions): Promise<Measurement> {
  const { connections, seconds, tls } = options;
  await using server = await startServer({ state: SHOP, tls });
  const attack = startAttack(server, connections);
  const others = await callForSeconds(server, seconds);
  const { opened, unfinished } = await attack.stop();
  const times = others.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const p95 = percentile(times, 0.95);
  const refused = others.filter(({ status }) => status === undefined || status >= 500);
  return {
    load: `${others.length} tokens and sign-in pages of ${CALLERS} callers in ${seconds} s${tls ? ", by TLS" : ""}`,
    faults: `${connections} slow bodies and ${connections} slow readers of two networks; ${opened} connections opened, ${unfinished} open at the end`,
    figure: `p95 ${p95.toFixed(0)} ms, slowest ${(times.at(-1) ?? 0).toFixed(0)} ms, ${refused.length} refused`,
    bar: "p95 of the others under 1 s, none refused",
    violations: [
      ...(p95 < LONGEST_P95_MILLISECONDS ? [] : [`p95 was ${p95.toFixed(0)} ms`]),
      ...refused.map(
        ({ path, status, failure, milliseconds }) =>
          `${path}: ${status ?? `no answer (${failure})`} after ${milliseconds.toFixed(0)} ms`,
      ),
    ],
  };
}

function startAttack({ url, certificate }: SlowClientsServer, connections: number) {
  const { port, host } = new URL(url);
  const open = new Set<Socket>();
  let opened = 0;
  let isOver = false;
  const begin = (localAddress: string, bytes: string): Socket => {
    opened += 1;
    const place = { host: "127.0.0.1", port: Number(port), localAddress };
    const socket = certificate ? connectSecurely({ ...place, ca: certificate }) : connect(place);
    socket.on("error", () => {}).on("close", () => open.delete(socket));
    open.add(socket);
    socket.write(bytes);
    return socket;
  };
  const body = `POST /oidc/token HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\n`;
  const document = `GET /api/v1/openapi.json HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(8);
  const kinds = [
    { bytes: body, pauses: false, held: [] as Socket[] },
    { bytes: document, pauses: true, held: [] as Socket[] },
  ];
  const running = (async () => {
    while (!isOver) {
      for (const kind of kinds) {
        kind.held = kind.held.filter((socket) => open.has(socket));
        const missing = Math.min(OPENED_AT_ONCE, connections - kind.held.length);
        for (let count = 0; count < missing; count += 1) {
          const socket = begin(ATTACKERS[count % ATTACKERS.length] as string, kind.bytes);
          if (kind.pauses) socket.pause();
          kind.held.push(socket);
        }
      }
      // A byte each, so that no connection is idle.
      for (const socket of kinds[0]?.held ?? []) socket.write("a");
      await sleep(PAUSE_MILLISECONDS);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await running;
      const unfinished = open.size;
      for (const socket of open) socket.destroy();
      return { opened, unfinished };
    },
  };
}

interface Answer {
  readonly path: string;
  readonly status: number | undefined;
  readonly milliseconds: number;
  /** Why there is no status. */
  readonly failure?: string | undefined;
}

async function callForSeconds(server: SlowClientsServer, seconds: number): Promise<readonly Answer[]> {
  const endsAt = performance.now() + seconds * 1_000;
  const answers: Answer[] = [];
  const call = async (caller: number) => {
    const send = createSender(server);
    for (let count = caller; performance.now() < endsAt; count += 1) {
      answers.push(await send(count % 2 === 0 ? "token" : "page"));
      await sleep(PAUSE_MILLISECONDS);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)));
  return answers;
}

const TOKEN =
  "grant_type=client_credentials&client_id=reports&client_secret=reports-secret-of-the-tests-and-no-more";
const GIVE_UP_MILLISECONDS = 30_000;

/** A caller that keeps its connection. */
function createSender({ url, certificate }: SlowClientsServer): (kind: "token" | "page") => Promise<Answer> {
  const agent = certificate
    ? new HttpsAgent({ keepAlive: true, maxSockets: 1, ca: certificate })
    : new HttpAgent({ keepAlive: true, maxSockets: 1 });
  const send = certificate ? httpsRequest : httpRequest;
  return (kind) =>
    new Promise((resolve) => {
      const startedAt = performance.now();
      const [method, path] = kind === "token" ? ["POST", "/oidc/token"] : ["GET", "/account"];
      const end = (status: number | undefined, failure?: string) =>
        resolve({ path, status, failure, milliseconds: performance.now() - startedAt });
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const signal = AbortSignal.timeout(GIVE_UP_MILLISECONDS);
      const options = { method, agent, headers, signal, localAddress: OTHER };
      send(url + path, options, (response) => response.resume().once("end", () => end(response.statusCode)))
        .once("error", (error: NodeJS.ErrnoException) => end(undefined, error.code ?? error.message))
        .end(kind === "token" ? TOKEN : undefined);
    });
}
