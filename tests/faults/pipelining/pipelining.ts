import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createTestDatabase } from "../../support/databases.ts";
import type { Measurement } from "../fault-experiment.ts";
import { createLicetNode } from "../ledger/served-licet.ts";
import { sendTimed, type TimedAnswer } from "../starved/timed-requests.ts";

const ANSWERED_WITHIN_MILLISECONDS = 10_000;
const PATIENCE_MILLISECONDS = 20_000;
const PROBE_EVERY_MILLISECONDS = 200;
/** Opened together, and then the next ones: a client has no more ports than that at once. */
const OPENED_TOGETHER = 200;

export const findLate = (answers: readonly TimedAnswer[]): readonly string[] => [
  ...answers
    .filter(({ milliseconds }) => milliseconds > ANSWERED_WITHIN_MILLISECONDS)
    .map(({ milliseconds }) => `a new connection: an answer after ${(milliseconds / 1_000).toFixed(1)} s`),
  ...answers
    .filter(({ status, isAbandoned }) => !isAbandoned && status !== 200 && status !== 503)
    .map(({ status }) => `a new connection: ${status ?? "no answer"}`),
];

/** Many connections send many requests ahead, and read no answer. Others still get theirs. */
export async function runPipelining(options: {
  readonly workers: number;
  readonly connections: number;
  readonly requests: number;
  readonly seconds: number;
}): Promise<Measurement> {
  const { workers, connections, requests, seconds } = options;
  await using stack = new AsyncDisposableStack();
  const database = stack.adopt(await createTestDatabase("sqlite"), ({ drop }) => drop());
  const node = stack.adopt(await createLicetNode({ databaseUrl: database.url, workers }), ({ kill }) =>
    kill(),
  );
  await node.start();
  const { host, hostname, port } = new URL(node.url);
  const flood = Buffer.from(`GET /oidc/jwks HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(requests));
  const sockets = new Set<Socket>();
  stack.defer(() => {
    for (const socket of sockets) socket.destroy();
  });
  const open = () =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname);
      sockets.add(socket);
      socket.pause();
      socket.on("error", () => {});
      socket.once("close", () => {
        sockets.delete(socket);
        resolve();
      });
      socket.once("connect", () => {
        socket.write(flood);
        resolve();
      });
    });

  const answers: TimedAnswer[] = [];
  const probing: Promise<unknown>[] = [];
  const probe = setInterval(() => {
    const asked = sendTimed(`${node.url}/livez`, { giveUpMilliseconds: PATIENCE_MILLISECONDS });
    probing.push(asked.then((answer) => answers.push(answer)));
  }, PROBE_EVERY_MILLISECONDS);
  for (let opened = 0; opened < connections; opened += OPENED_TOGETHER)
    await Promise.all(Array.from({ length: Math.min(OPENED_TOGETHER, connections - opened) }, open));
  await sleep(seconds * 1_000);
  clearInterval(probe);
  await Promise.all(probing);

  const violations = findLate(answers);
  const slowest = Math.max(0, ...answers.map(({ milliseconds }) => milliseconds));
  return {
    load: `${answers.length} probes on new connections, ${workers} worker${workers === 1 ? "" : "s"}`,
    faults: `${connections} connections with ${requests} requests each, sent ahead, whose answers nobody reads`,
    figure: `slowest probe ${(slowest / 1_000).toFixed(1)} s`,
    bar: "every probe answered within 10 s",
    violations,
  };
}
