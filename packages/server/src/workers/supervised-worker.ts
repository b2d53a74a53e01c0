import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Asked, ToParent, ToWorker } from "./messages.ts";

/** `listening`: it answers that it is starting. `stopping`: it finishes its requests and takes no new connection. */
export type WorkerState = "starting" | "listening" | "ready" | "stopping" | "ended";

export interface WorkerEvents {
  readonly onMessage: (worker: SupervisedWorker, message: ToParent) => void;
  /** The worker takes further connections, or fewer than before. */
  readonly onRoom: (worker: SupervisedWorker) => void;
  /** With the connections that it was given and has not taken. */
  readonly onEnd: (worker: SupervisedWorker, connections: readonly Socket[]) => void;
}

/** A worker, as its parent sees it. */
export class SupervisedWorker {
  readonly number: number;
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
  state: WorkerState = "starting";
  readyAt: number | undefined;
  /** How many seconds in a row it has said nothing. */
  silentSeconds = 0;
  readonly #events: WorkerEvents;
  readonly #answers = new Map<number, (answer: unknown) => void>();
  readonly #outbox: Socket[] = [];
  #handedOver: { readonly id: number; readonly connection: Socket } | undefined;
  #open = 0;
  #nextId = 1;

  constructor(number: number, child: ChildProcess, events: WorkerEvents) {
    this.number = number;
    this.child = child;
    this.#events = events;
    child.on("message", (message) => this.#receive(message as ToParent));
    // A message to a worker that has just ended.
    child.on("error", () => {});
    // The channel as well: its last messages may be read after the process has ended, and say what it took.
    this.ended = Promise.all([once(child, "exit"), once(child, "disconnect")]).then(() => this.#end());
  }

  /** The connections that it has, or is about to have. */
  get connections(): number {
    return this.#open + this.#outbox.length + (this.#handedOver ? 1 : 0);
  }

  send(message: ToWorker): void {
    if (this.child.connected) this.child.send(message, () => {});
  }

  /** Hands the connection over when the worker has taken the one before. */
  give(connection: Socket): void {
    this.#outbox.push(connection);
    this.#handOver();
  }

  /** Connections that were not sent yet. Those that were sent belong to the worker until it ends. */
  takeBack(): readonly Socket[] {
    return this.#outbox.splice(0);
  }

  /** It is told when it has taken all connections that it was given. */
  stop(): void {
    if (this.state === "ended" || this.state === "stopping") return;
    this.state = "stopping";
    this.#handOver();
  }

  /** Undefined when it does not answer in time. */
  async ask(about: Asked, withinMilliseconds: number): Promise<unknown> {
    const id = this.#nextId++;
    const timeout = new AbortController();
    const answered = new Promise<unknown>((resolve) => this.#answers.set(id, resolve));
    this.send({ type: "ask", id, about });
    const late = delay(withinMilliseconds, undefined, { signal: timeout.signal }).catch(() => undefined);
    try {
      return await Promise.race([answered, this.ended, late]);
    } finally {
      timeout.abort();
      this.#answers.delete(id);
    }
  }

  /**
   * The parent keeps its copy of the connection until the worker has taken it. A connection that was sent is never
   * given to another worker while this one lives: two processes would read from it.
   */
  #handOver(): void {
    if (this.#handedOver) return;
    const connection = this.#outbox.shift();
    if (connection === undefined) {
      if (this.state === "stopping") this.send({ type: "stop" });
      return;
    }
    const id = this.#nextId++;
    this.#handedOver = { id, connection };
    const message: ToWorker = { type: "connection", id };
    this.child.send(message, connection, { keepOpen: true }, () => {});
  }

  #receive(message: ToParent): void {
    this.silentSeconds = 0;
    if (message.type === "took") this.#took(message.id, message.open);
    else if (message.type === "alive") this.#open = message.open;
    else if (message.type === "answer") this.#answers.get(message.id)?.(message.answer);
    else {
      if (message.type === "listening" && this.state === "starting") this.state = "listening";
      if (message.type === "ready" && this.state !== "stopping") {
        this.state = "ready";
        this.readyAt = performance.now();
      }
      this.#events.onMessage(this, message);
    }
    if (message.type === "listening" || message.type === "ready") this.#events.onRoom(this);
  }

  #took(id: number, open: number): void {
    this.#open = open;
    if (this.#handedOver?.id !== id) return;
    // Only this copy: the connection stays open in the worker.
    this.#handedOver.connection.destroy();
    this.#handedOver = undefined;
    this.#handOver();
  }

  #end(): void {
    this.state = "ended";
    const left = [...(this.#handedOver ? [this.#handedOver.connection] : []), ...this.#outbox.splice(0)];
    this.#handedOver = undefined;
    this.#events.onEnd(this, left);
  }
}
