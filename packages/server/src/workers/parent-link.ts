import type { Siblings } from "../core/feed/siblings.ts";
import type { ListeningSocket } from "../http/connection/accept-connections.ts";
import type { Listener } from "../http/connection/listener.ts";
import type { NotReady } from "../http/operations-routes.ts";
import type { MetricReading } from "../observability/metric-reading.ts";
import type { AllMetrics, Question, ToParent, ToWorker, WorkerStart } from "./messages.ts";
import { createQuestions } from "./questions.ts";

/** The channel to the parent, which the process of a worker has. */
export interface ParentChannel {
  send(message: ToParent, socket?: ListeningSocket): void;
  onMessage(listener: (message: ToWorker) => void): void;
  /** The parent has ended, or this process has left it. */
  onDisconnect(listener: () => void): void;
  /** Descriptors of the listening socket, which this process has inherited. */
  readonly listening: readonly number[];
  /** Without it the channel would keep this process running. */
  disconnect(): void;
}

/** What the server of a worker knows of the others. */
export interface WorkerGroup {
  readonly siblings: Siblings;
  /** Undefined when the parent does not answer. */
  collectMetrics(): Promise<AllMetrics | undefined>;
  /** Why one of the workers is not ready; undefined if all are. */
  findNotReady(): Promise<NotReady | undefined>;
  /** What this worker answers when another one asks. */
  answerWith(own: OwnAnswers): void;
}

export interface OwnAnswers {
  readMetrics(): Promise<readonly MetricReading[]>;
  /** Undefined when this worker is ready. */
  checkReadiness(): Promise<NotReady | undefined>;
  /** Resolves when this worker knows the revision. */
  catchUp(revision: number): Promise<void>;
}

/** More than the parent waits for a worker. */
const ANSWER_MILLISECONDS = 4_000;
const ALIVE_EVERY_MILLISECONDS = 1_000;
/** What this worker has counted survives its crash, except for the last seconds. */
const METRICS_EVERY_MILLISECONDS = 15_000;

export interface ParentLink {
  readonly start: Promise<WorkerStart>;
  /** Resolves when another worker has prepared the database. */
  readonly prepared: Promise<void>;
  /** Tells the parent from now on that this process lives. */
  begin(): void;
  tell(message: Extract<ToParent, { type: "prepared" | "ready" | "broken" }>): void;
  /** Accepts connections from the socket that all workers have. */
  accept(acceptor: Pick<Listener, "accept">): Promise<void>;
  /** Calls the listener when other workers have much less to do than this one. */
  onShed(listener: () => void): void;
  readonly group: WorkerGroup;
  /** Calls the listener when the server stops soon. */
  onStopAnnounced(listener: () => void): void;
  /** Calls the listener when the worker shall stop, and when the parent has ended. */
  onStop(listener: (reason: StopReason) => void): void;
  /** Tells the parent what this worker has counted, and leaves it. */
  leave(): Promise<void>;
}

/** `orphaned`: the parent has ended, and nobody can replace or end this worker. */
export type StopReason = "asked" | "orphaned";

/** The side of a worker. It must be created at once: messages to a process without a listener may be lost. */
export function createParentLink(channel: ParentChannel): ParentLink {
  const start = Promise.withResolvers<WorkerStart>();
  const prepared = Promise.withResolvers<void>();
  const questions = createQuestions();
  const timers: NodeJS.Timeout[] = [];
  let own: OwnAnswers | undefined;
  let shed = () => {};
  let announceStop = () => {};
  const stop = Promise.withResolvers<StopReason>();

  channel.onDisconnect(() => stop.resolve("orphaned"));
  channel.onMessage((message) => {
    if (message.type === "start") start.resolve(message.start);
    else if (message.type === "open") prepared.resolve();
    else if (message.type === "stop") stop.resolve("asked");
    else if (message.type === "shed") shed();
    else if (message.type === "announce_stop") announceStop();
    else if (message.type === "ask") void answer(message.id, message.question);
    else questions.answer(message.id, message.answer);
  });

  let measured = performance.eventLoopUtilization();
  const reportLife = () => {
    const before = measured;
    measured = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(measured, before);
    channel.send({ type: "alive", busy: utilization });
  };

  const readOwn = async (question: Question): Promise<unknown> => {
    if (question.about === "revision") return (await own?.catchUp(question.revision)) ?? null;
    if (question.about === "metrics") return (await own?.readMetrics()) ?? null;
    return (await own?.checkReadiness()) ?? null;
  };

  async function answer(id: number, question: Question): Promise<void> {
    // An answer that fails is none, and the parent does not wait for it for long.
    const found = await readOwn(question).catch(() => undefined);
    if (found !== undefined) channel.send({ type: "answer", id, answer: found });
  }

  const ask = (question: Question): Promise<unknown> =>
    questions.ask((id) => channel.send({ type: "ask", id, question }), {
      withinMilliseconds: ANSWER_MILLISECONDS,
    });

  const sendMetrics = async () => {
    if (own) channel.send({ type: "metrics", readings: await own.readMetrics() });
  };

  return {
    start: start.promise,
    prepared: prepared.promise,
    begin() {
      timers.push(setInterval(reportLife, ALIVE_EVERY_MILLISECONDS).unref());
      timers.push(setInterval(() => void sendMetrics().catch(() => {}), METRICS_EVERY_MILLISECONDS).unref());
    },
    tell: (message) => channel.send(message),
    async accept(acceptor) {
      channel.send({ type: "listening" }, await acceptor.accept(channel.listening));
    },
    onShed(listener) {
      shed = listener;
    },
    group: {
      siblings: { catchUp: async (revision) => void (await ask({ about: "revision", revision })) },
      collectMetrics: async () => (await ask({ about: "metrics" })) as AllMetrics | undefined,
      async findNotReady() {
        const found = await ask({ about: "readiness" });
        if (found === undefined) return { reason: "the parent process does not answer" };
        return (found as NotReady | null) ?? undefined;
      },
      answerWith(answering) {
        own = answering;
      },
    },
    onStopAnnounced(listener) {
      announceStop = listener;
    },
    onStop: (listener) => void stop.promise.then(listener),
    async leave() {
      for (const timer of timers) clearInterval(timer);
      await sendMetrics().catch(() => {});
      channel.disconnect();
    },
  };
}
