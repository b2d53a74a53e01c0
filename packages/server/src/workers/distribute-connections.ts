import type { Server, Socket } from "node:net";
import type { SupervisedWorker } from "./supervised-worker.ts";

/** Connections that no worker can take yet, for example at the start. Clients beyond it are refused. */
const MOST_WAITING = 4_096;
/** A worker that says nothing for so long gets connections only when there is no other. */
const SILENT_SECONDS = 2;

export interface ConnectionDistributor {
  /** Gives the waiting connections to the workers that can take them. */
  distribute(): void;
  /** Takes connections back that a worker was given and will not take. They were accepted before all that wait. */
  takeBack(connections: readonly Socket[]): void;
  /** Closes what still waits. */
  close(): void;
}

/**
 * Gives each new connection to the worker with the fewest. A connection that no worker can take waits here, so none is
 * lost when a worker ends.
 */
export function distributeConnections(
  server: Server,
  workers: () => Iterable<SupervisedWorker>,
): ConnectionDistributor {
  const waiting: Socket[] = [];

  function distribute(): void {
    while (waiting.length > 0) {
      const worker = findWorker(workers());
      if (worker === undefined) return;
      worker.give(waiting.shift() as Socket);
    }
  }

  server.on("connection", (connection) => {
    // Only the copy of the worker is read and written; an error of this one says nothing.
    connection.on("error", () => {});
    if (waiting.length >= MOST_WAITING) return void connection.destroy();
    waiting.push(connection);
    distribute();
  });

  return {
    distribute,
    takeBack(connections) {
      waiting.unshift(...connections);
      distribute();
    },
    close() {
      for (const connection of waiting.splice(0)) connection.destroy();
    },
  };
}

/** Of those that serve; of those that answer that they are starting, if none serves yet. */
export function findWorker<W extends Candidate>(workers: Iterable<W>): W | undefined {
  let best: W | undefined;
  for (const worker of workers)
    if (isOpen(worker) && (best === undefined || isBetter(worker, best))) best = worker;
  return best;
}

type Candidate = Pick<SupervisedWorker, "state" | "isStuck" | "silentSeconds" | "connections">;

const isOpen = ({ state }: Candidate): boolean => state === "ready" || state === "listening";

function isBetter(one: Candidate, other: Candidate): boolean {
  if (one.state !== other.state) return one.state === "ready";
  if (isSilent(one) !== isSilent(other)) return isSilent(other);
  return one.connections < other.connections;
}

const isSilent = ({ isStuck, silentSeconds }: Candidate): boolean =>
  isStuck || silentSeconds >= SILENT_SECONDS;
