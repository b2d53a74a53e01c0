import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type Question, TAKEN_WITHIN_MILLISECONDS, type ToParent, type ToWorker } from "./messages.ts";
import { createQuestions } from "./questions.ts";

/** `listening`: it answers that it is starting. `stopping`: it finishes its requests and takes no new connection. */
export type WorkerState = "starting" | "listening" | "ready" | "stopping" | "ended";

export interface WorkerEvents {
  readonly onMessage: (worker: SupervisedWorker, message: ToParent) => void;
  /** The worker takes further connections, or fewer than before. */
  readonly onRoom: (worker: SupervisedWorker) => void;
  /** It has not taken these connections in time, so they may be given to another worker. */
  readonly onStuck: (worker: SupervisedWorker, connections: readonly Socket[]) => void;
  /** With the connections that it was given and has not taken. */
  readonly onEnd: (worker: SupervisedWorker, connections: readonly Socket[]) => void;
  /** A clock that all processes of this machine share, in milliseconds. */
  readonly now: () => number;
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
  readonly #questions = createQuestions();
  readonly #outbox: Socket[] = [];
  /** Sent, and not taken yet. Without its connection when it was given to another worker. */
  #handedOver:
    | { readonly id: number; readonly timer: NodeJS.Timeout; connection: Socket | undefined }
    | undefined;
  #open = 0;
  #nextId = 1;

  constructor(number: number, child: ChildProcess, events: WorkerEvents) {
    this.number = number;
    this.child = child;
    this.#events = events;
    child.on("message", (message) => this.#receive(message as ToParent));
    // A message to a worker that has just ended.
    child.on("error", () => {});
    this.ended = waitForEnd(child).then(() => this.#end());
  }

  /** The connections that it has, or is about to have. */
  get connections(): number {
    return this.#open + this.#outbox.length + (this.#handedOver?.connection ? 1 : 0);
  }

  /** It did not take a connection in time, and has not said anything about it since. */
  get isStuck(): boolean {
    return this.#handedOver !== undefined && this.#handedOver.connection === undefined;
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
  ask(question: Question, withinMilliseconds: number): Promise<unknown> {
    const send = (id: number) => this.send({ type: "ask", id, question });
    return this.#questions.ask(send, { withinMilliseconds, ended: this.ended });
  }

  /** The parent keeps its copy of the connection until the worker has taken it. */
  #handOver(): void {
    if (this.#handedOver) return;
    const connection = this.#outbox.shift();
    if (connection === undefined) {
      if (this.state === "stopping") this.send({ type: "stop" });
      return;
    }
    const id = this.#nextId++;
    // What it has said is read first: this process may itself have stood still.
    const look = () => setImmediate(() => setImmediate(() => this.#giveUp(id)));
    const timer = setTimeout(look, 2 * TAKEN_WITHIN_MILLISECONDS);
    this.#handedOver = { id, connection, timer };
    const message: ToWorker = { type: "connection", id, sentAt: this.#events.now() };
    this.child.send(message, connection, { keepOpen: true }, () => {});
  }

  /**
   * A worker that has not taken the connection by now will not: it looks at the time before and after it says so. So
   * another one may have it, and two processes never read from one connection.
   */
  #giveUp(id: number): void {
    const { id: sent, connection } = this.#handedOver ?? {};
    if (sent !== id || connection === undefined || this.#handedOver === undefined) return;
    this.#handedOver.connection = undefined;
    this.#events.onStuck(this, [connection, ...this.takeBack()]);
  }

  #receive(message: ToParent): void {
    this.silentSeconds = 0;
    if (message.type === "took") this.#took(message.id, message.open);
    else if (message.type === "refused") this.#refused(message.id);
    else if (message.type === "alive") this.#open = message.open;
    else if (message.type === "answer") this.#questions.answer(message.id, message.answer);
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
    // Only this copy: the connection stays open in the worker.
    this.#settle(id)?.destroy();
    this.#handOver();
  }

  #refused(id: number): void {
    const connection = this.#settle(id);
    if (connection !== undefined) this.#outbox.unshift(connection);
    this.#handOver();
    this.#events.onRoom(this);
  }

  #settle(id: number): Socket | undefined {
    if (this.#handedOver?.id !== id) return undefined;
    const { connection, timer } = this.#handedOver;
    clearTimeout(timer);
    this.#handedOver = undefined;
    return connection;
  }

  #end(): void {
    this.state = "ended";
    // It would keep this process running.
    if (this.child.connected) this.child.disconnect();
    const sent = this.#handedOver && this.#settle(this.#handedOver.id);
    this.#events.onEnd(this, [...(sent ? [sent] : []), ...this.takeBack()]);
  }
}

/**
 * The last messages of a process are read after its end, and say which connection it took. Node does not tell the end of
 * the channel when the process has not read all that was sent to it, so this waits for it only shortly.
 */
async function waitForEnd(child: ChildProcess): Promise<void> {
  const closed = once(child, "disconnect");
  await once(child, "exit");
  if (child.connected)
    await Promise.race([closed, delay(READ_WITHIN_MILLISECONDS, undefined, { ref: false })]);
}

const READ_WITHIN_MILLISECONDS = 500;
