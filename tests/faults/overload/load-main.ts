/** Makes a load, as a process of its own: the time that requests take must not depend on what else the test does. */

import { connect, type Socket } from "node:net";
import { createResponseReader } from "../../bench/loads/response-reader.ts";
import { percentile } from "../support/percentile.ts";
import { createRandom } from "../support/random.ts";
import type { LoadPlan, LoadReport, Outcome } from "./load-plan.ts";
import { createRequestSource } from "./request-source.ts";

const OPENED_AT_ONCE = 20;
const TICK_MILLISECONDS = 5;
const SETTLE_MILLISECONDS = 1_000;

process.once("disconnect", () => process.exit(1));
process.once("message", async (plan: LoadPlan) => process.send?.(await makeLoad(plan)));

async function makeLoad(plan: LoadPlan): Promise<LoadReport> {
  const next = createRequestSource(plan.requests, `127.0.0.1:${plan.port}`, createRandom(plan.seed));
  const outcomes: Record<string, Partial<Record<Outcome, number>>> = {};
  const latencies: number[] = [];
  let slowest = 0;
  const idle: Connection[] = [];
  let open = 0;
  let inFlight = 0;

  const count = (kind: string, outcome: Outcome) => {
    outcomes[kind] ??= {};
    outcomes[kind][outcome] = (outcomes[kind][outcome] ?? 0) + 1;
  };

  function sendOne(onEnd: () => void): void {
    const request = next();
    // In turn: the server closes a connection on which no request comes for 10 s.
    const connection = idle.shift();
    if (connection === undefined || request === undefined) {
      if (connection !== undefined) idle.push(connection);
      count(request?.kind ?? "none", "failed");
      request?.end(undefined);
      setTimeout(onEnd, TICK_MILLISECONDS);
      return;
    }
    inFlight += 1;
    const sentAt = performance.now();
    connection.send(request.bytes, (status, body) => {
      inFlight -= 1;
      const milliseconds = performance.now() - sentAt;
      slowest = Math.max(slowest, milliseconds);
      const outcome = outcomeOf(status, request.expected, isOver());
      count(request.kind, outcome);
      if (outcome === "answered") latencies.push(milliseconds);
      request.end(body);
      onEnd();
    });
  }

  /** Also replaces those that were closed, as the pool of a caller does. */
  function fillPool(size: number): void {
    for (let begun = 0; open < size && begun < OPENED_AT_ONCE; begun += 1) {
      open += 1;
      createConnection(plan, {
        onIdle: (connection) => idle.push(connection),
        onClosed: (connection) => {
          open -= 1;
          const place = idle.indexOf(connection);
          if (place >= 0) idle.splice(place, 1);
        },
      });
    }
  }

  const size = plan.arrivals.connections;
  while (idle.length < size) {
    fillPool(size);
    await tick();
  }
  // A connection is there for its client before the server has accepted it.
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MILLISECONDS));
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const isOver = () => elapsed() >= plan.seconds * 1_000;
  if (plan.arrivals.kind === "closed") {
    const repeat = () => void (isOver() || setImmediate(() => sendOne(repeat)));
    for (let index = 0; index < size; index += 1) sendOne(repeat);
    while (!isOver()) {
      fillPool(size);
      await tick();
    }
  } else {
    let sent = 0;
    while (!isOver()) {
      const due = (elapsed() / 1_000) * plan.arrivals.perSecond;
      for (; sent < due; sent += 1) sendOne(() => undefined);
      fillPool(size);
      await tick();
    }
  }
  const seconds = elapsed() / 1_000;
  while (inFlight > 0) await tick();
  latencies.sort((one, other) => one - other);
  return {
    seconds,
    outcomes,
    p99Milliseconds: percentile(latencies, 0.99),
    slowestMilliseconds: slowest,
  };
}

const tick = () => new Promise((resolve) => setTimeout(resolve, TICK_MILLISECONDS));

function outcomeOf(status: number | "given up" | "failed", expected: number, isAfterwards: boolean): Outcome {
  if (typeof status !== "number") return status;
  if (status === expected) return isAfterwards ? "answered afterwards" : "answered";
  return status === 503 ? "refused" : "other status";
}

type OnEnd = (status: number | "given up" | "failed", body?: Buffer) => void;

interface Connection {
  /** Calls back once, with the status and the body, or why there is none. */
  send(request: Buffer, onEnd: OnEnd): void;
}

function createConnection(
  { port, patienceMilliseconds }: Pick<LoadPlan, "port" | "patienceMilliseconds">,
  {
    onIdle,
    onClosed,
  }: { onIdle: (connection: Connection) => void; onClosed: (connection: Connection) => void },
): Connection {
  const socket: Socket = connect({ host: "127.0.0.1", port, noDelay: true });
  let waiting: OnEnd | undefined;
  let patience: NodeJS.Timeout | undefined;

  const settle: OnEnd = (status, body) => {
    clearTimeout(patience);
    const onEnd = waiting;
    waiting = undefined;
    onEnd?.(status, body);
  };
  const connection: Connection = {
    send(request, onEnd) {
      waiting = onEnd;
      patience = setTimeout(() => {
        settle("given up");
        socket.destroy();
      }, patienceMilliseconds);
      socket.write(request);
    },
  };
  const read = createResponseReader((status, body) => {
    // The server says so when it closes a connection that was not used for long.
    if (waiting === undefined) return;
    onIdle(connection);
    settle(status, body);
  });
  socket.on("connect", () => onIdle(connection));
  socket.on("data", read);
  socket.on("error", () => undefined);
  socket.on("close", () => {
    onClosed(connection);
    settle("failed");
  });
  return connection;
}
