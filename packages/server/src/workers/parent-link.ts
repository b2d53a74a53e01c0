import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { ChangeFeed } from "../core/change-feed.ts";
import type { Siblings } from "../core/siblings.ts";
import type { NotReady } from "../http/operations-routes.ts";
import type { MetricReading } from "../observability/metric-reading.ts";
import type { AllMetrics, Asked, ToParent, ToWorker, WorkerStart } from "./messages.ts";

/** The channel to the parent, which the process of a worker has. */
export interface ParentChannel {
  send(message: ToParent): void;
  onMessage(listener: (message: ToWorker, connection: Socket | undefined) => void): void;
  /** The parent has ended, or this process has left it. */
  onDisconnect(listener: () => void): void;
  /** Without it the channel would keep this process running. */
  disconnect(): void;
}

/** What the server of a worker knows of the others. */
export interface WorkerGroup extends Siblings {
  readonly number: number;
  /** Undefined when the parent does not answer. */
  collectMetrics(): Promise<AllMetrics | undefined>;
  /** Why one of the workers is not ready; undefined if all are. */
  findNotReady(): Promise<NotReady | undefined>;
  /** What this worker answers when another one asks. */
  answerWith(own: OwnAnswers): void;
  /**
   * From now on this worker catches up with the commits of the others. Resolves when it has read those from before. On an
   * SQLite file, nobody asks it to: every request sees them.
   */
  join(feed: Pick<ChangeFeed, "confirm" | "refresh">): Promise<void>;
}

export interface OwnAnswers {
  readMetrics(): Promise<readonly MetricReading[]>;
  /** Undefined when this worker is ready. */
  checkReadiness(): Promise<NotReady | undefined>;
}

/** More than the parent waits for a worker. */
const ANSWER_MILLISECONDS = 4_000;
const ALIVE_EVERY_MILLISECONDS = 1_000;
/** The parent learns of closed connections together: one message for each would cost more than they do. */
const CLOSED_AFTER_MILLISECONDS = 20;
/** What this worker has counted survives its crash, except for the last seconds. */
const METRICS_EVERY_MILLISECONDS = 15_000;

export interface ParentLink {
  readonly start: Promise<WorkerStart>;
  /** Resolves when another worker has prepared the database. */
  readonly prepared: Promise<void>;
  tell(message: Extract<ToParent, { type: "listening" | "prepared" | "ready" }>): void;
  /** Takes the connections that the parent has accepted. */
  takeConnections(receiver: ConnectionReceiver): void;
  createGroup(number: number): WorkerGroup;
  /** Calls the listener when the worker shall stop, and when the parent has ended. */
  onStop(listener: () => void): void;
  /** Tells the parent what this worker has counted, and leaves it. */
  leave(): Promise<void>;
}

export interface ConnectionReceiver {
  receive(connection: Socket): void;
  readonly openConnections: number;
  onClosed(listener: () => void): void;
}

/** The side of a worker. It must be created at once: messages to a process without a listener may be lost. */
export function createParentLink(channel: ParentChannel): ParentLink {
  const start = Promise.withResolvers<WorkerStart>();
  const prepared = Promise.withResolvers<void>();
  const answers = new Map<number, (answer: unknown) => void>();
  const timers: NodeJS.Timeout[] = [];
  let receiver: ConnectionReceiver | undefined;
  let own: OwnAnswers | undefined;
  let feed: Pick<ChangeFeed, "confirm"> | undefined;
  let nextId = 1;
  let reportsSoon = false;
  const stopListeners: (() => void)[] = [];
  const requestStop = () => {
    for (const listener of stopListeners.splice(0)) listener();
  };

  channel.onDisconnect(requestStop);
  channel.onMessage((message, connection) => {
    if (message.type === "connection") take(message.id, connection);
    else if (message.type === "start") start.resolve(message.start);
    else if (message.type === "open") prepared.resolve();
    else if (message.type === "stop") requestStop();
    else if (message.type === "ask") void answer(message.id, message.about);
    else answers.get(message.id)?.(message.answer);
  });

  /** At once, before anything is read: if this process ends before, the parent gives the connection to another worker. */
  function take(id: number, connection: Socket | undefined): void {
    if (connection !== undefined) receiver?.receive(connection);
    channel.send({ type: "took", id, open: receiver?.openConnections ?? 0 });
  }

  const reportOpen = () => channel.send({ type: "alive", open: receiver?.openConnections ?? 0 });

  const readOwn = async (about: Asked): Promise<unknown> => {
    if (about === "metrics") return (await own?.readMetrics()) ?? null;
    if (about === "readiness") return (await own?.checkReadiness()) ?? null;
    // A worker that cannot read the database answers no request either, until it can.
    await feed?.confirm(about.revision)?.catch(() => undefined);
    return null;
  };

  async function answer(id: number, about: Asked): Promise<void> {
    // An answer that fails is none, and the parent does not wait for it for long.
    const found = await readOwn(about).catch(() => undefined);
    if (found !== undefined) channel.send({ type: "answer", id, answer: found });
  }

  async function ask(about: Asked): Promise<unknown> {
    const id = nextId++;
    const inTime = new AbortController();
    const answered = new Promise<unknown>((resolve) => answers.set(id, resolve));
    channel.send({ type: "ask", id, about });
    const late = delay(ANSWER_MILLISECONDS, undefined, { signal: inTime.signal }).catch(() => undefined);
    try {
      return await Promise.race([answered, late]);
    } finally {
      inTime.abort();
      answers.delete(id);
    }
  }

  const sendMetrics = async () => {
    if (own) channel.send({ type: "metrics", readings: await own.readMetrics() });
  };

  return {
    start: start.promise,
    prepared: prepared.promise,
    tell: channel.send,
    takeConnections(given) {
      receiver = given;
      receiver.onClosed(() => {
        if (reportsSoon) return;
        reportsSoon = true;
        setTimeout(() => {
          reportsSoon = false;
          reportOpen();
        }, CLOSED_AFTER_MILLISECONDS).unref();
      });
      timers.push(setInterval(reportOpen, ALIVE_EVERY_MILLISECONDS).unref());
      timers.push(setInterval(() => void sendMetrics().catch(() => {}), METRICS_EVERY_MILLISECONDS).unref());
      channel.send({ type: "listening" });
    },
    createGroup: (number) => ({
      number,
      collectMetrics: async () => (await ask("metrics")) as AllMetrics | undefined,
      async findNotReady() {
        const found = await ask("readiness");
        if (found === undefined) return { reason: "the parent process does not answer" };
        return (found as NotReady | null) ?? undefined;
      },
      answerWith(answering) {
        own = answering;
      },
      async catchUp(revision) {
        await ask({ revision });
      },
      async join(joining) {
        feed = joining;
        await joining.refresh();
      },
    }),
    onStop: (listener) => void stopListeners.push(listener),
    async leave() {
      for (const timer of timers) clearInterval(timer);
      await sendMetrics().catch(() => {});
      channel.disconnect();
    },
  };
}
