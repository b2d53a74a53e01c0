/** Makes a load, as a process of its own: the time that requests take must not depend on what else the test does. */

import { connect, type Socket } from "node:net";
import { createResponseReader } from "../../bench/loads/response-reader.ts";
import { percentile } from "../support/percentile.ts";
import { createRandom } from "../support/random.ts";
import { type LoadPlan, type LoadReport, type Outcome, PATIENCE_MILLISECONDS } from "./load-plan.ts";

const OPENED_AT_ONCE = 20;
const TICK_MILLISECONDS = 5;

process.once("disconnect", () => process.exit(1));
process.once("message", async (plan: LoadPlan) => process.send?.(await makeLoad(plan)));

async function makeLoad(plan: LoadPlan): Promise<LoadReport> {
  const random = createRandom(plan.seed);
  const choices = plan.mix.map((kind) => [kind.weight, kind] as const);
  const outcomes: Record<string, Partial<Record<Outcome, number>>> = {};
  const latencies: number[] = [];
  const idle: Connection[] = [];
  let open = 0;
  let inFlight = 0;

  const count = (kind: string, outcome: Outcome) => {
    outcomes[kind] ??= {};
    outcomes[kind][outcome] = (outcomes[kind][outcome] ?? 0) + 1;
  };

  function sendOne(onEnd: () => void): void {
    const kind = random.weighted(choices);
    const connection = idle.pop();
    if (connection === undefined) {
      count(kind.name, "failed");
      setTimeout(onEnd, TICK_MILLISECONDS);
      return;
    }
    inFlight += 1;
    const sentAt = performance.now();
    connection.send(Buffer.from(random.pick(kind.requests)), (status) => {
      inFlight -= 1;
      const outcome = outcomeOf(status);
      count(kind.name, outcome);
      if (outcome === "answered") latencies.push(performance.now() - sentAt);
      onEnd();
    });
  }

  /** Also replaces those that were closed, as the pool of a caller does. */
  function fillPool(size: number): void {
    for (let begun = 0; open < size && begun < OPENED_AT_ONCE; begun += 1) {
      open += 1;
      createConnection(plan.port, {
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
  return { seconds, outcomes, p99Milliseconds: percentile(latencies, 0.99) };
}

const tick = () => new Promise((resolve) => setTimeout(resolve, TICK_MILLISECONDS));

function outcomeOf(status: number | "given up" | "failed"): Outcome {
  if (typeof status !== "number") return status;
  if (status >= 200 && status < 300) return "answered";
  return status === 503 ? "refused" : "other status";
}

interface Connection {
  /** Calls back once, with the status or why there is none. */
  send(request: Buffer, onEnd: (status: number | "given up" | "failed") => void): void;
}

function createConnection(
  port: number,
  {
    onIdle,
    onClosed,
  }: { onIdle: (connection: Connection) => void; onClosed: (connection: Connection) => void },
): Connection {
  const socket: Socket = connect({ host: "127.0.0.1", port, noDelay: true });
  let waiting: ((status: number | "given up" | "failed") => void) | undefined;
  let patience: NodeJS.Timeout | undefined;

  const settle = (status: number | "given up" | "failed") => {
    clearTimeout(patience);
    const onEnd = waiting;
    waiting = undefined;
    onEnd?.(status);
  };
  const connection: Connection = {
    send(request, onEnd) {
      waiting = onEnd;
      patience = setTimeout(() => {
        settle("given up");
        socket.destroy();
      }, PATIENCE_MILLISECONDS);
      socket.write(request);
    },
  };
  const read = createResponseReader((status) => {
    onIdle(connection);
    settle(status);
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
