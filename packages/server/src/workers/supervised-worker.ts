import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { ListeningSocket } from "../http/connection/accept-connections.ts";
import type { Question, ToParent, ToWorker } from "./messages.ts";
import { createQuestions } from "./questions.ts";

/** `listening`: it answers that it is starting. `stopping`: it finishes its requests and accepts no connection. */
export type WorkerState = "starting" | "listening" | "ready" | "stopping" | "ended";

export interface WorkerEvents {
  readonly onMessage: (worker: SupervisedWorker, message: ToParent) => void;
  /** It accepts connections from now on. */
  readonly onListening: (socket: ListeningSocket) => void;
  readonly onEnd: (worker: SupervisedWorker) => void;
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
  /** The share of the last second in which it was not idle. */
  busy = 0;
  readonly #events: WorkerEvents;
  readonly #questions = createQuestions();

  constructor(number: number, child: ChildProcess, events: WorkerEvents) {
    this.number = number;
    this.child = child;
    this.#events = events;
    child.on("message", (message, socket) =>
      this.#receive(message as ToParent, socket as unknown as ListeningSocket | undefined),
    );
    // A message to a worker that has just ended.
    child.on("error", () => {});
    this.ended = waitForEnd(child).then(() => this.#end());
  }

  get accepts(): boolean {
    return this.state === "listening" || this.state === "ready";
  }

  send(message: ToWorker): void {
    if (this.child.connected) this.child.send(message, () => {});
  }

  stop(): void {
    if (this.state === "ended" || this.state === "stopping") return;
    this.state = "stopping";
    this.send({ type: "stop" });
  }

  /** Undefined when it does not answer in time. */
  ask(question: Question, withinMilliseconds: number): Promise<unknown> {
    const send = (id: number) => this.send({ type: "ask", id, question });
    return this.#questions.ask(send, { withinMilliseconds, ended: this.ended });
  }

  #receive(message: ToParent, socket: ListeningSocket | undefined): void {
    this.silentSeconds = 0;
    if (message.type === "alive") this.busy = message.busy;
    else if (message.type === "answer") this.#questions.answer(message.id, message.answer);
    else {
      if (message.type === "listening" && this.state === "starting") this.state = "listening";
      if (message.type === "ready" && this.state !== "stopping") {
        this.state = "ready";
        this.readyAt = performance.now();
      }
      if (message.type === "listening" && socket) this.#events.onListening(socket);
      this.#events.onMessage(this, message);
    }
  }

  #end(): void {
    this.state = "ended";
    // It would keep this process running.
    if (this.child.connected) this.child.disconnect();
    this.#events.onEnd(this);
  }
}

/**
 * The last messages of a process are read after its end, and say what it has counted. Node does not tell the end of the
 * channel when the process has not read all that was sent to it, so this waits for it only shortly.
 */
async function waitForEnd(child: ChildProcess): Promise<void> {
  const closed = once(child, "disconnect");
  await once(child, "exit");
  if (child.connected)
    await Promise.race([closed, delay(READ_WITHIN_MILLISECONDS, undefined, { ref: false })]);
}

const READ_WITHIN_MILLISECONDS = 500;
