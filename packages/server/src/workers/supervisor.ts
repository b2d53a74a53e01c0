import type { ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "../observability/log.ts";
import { renderOnceASecond } from "../observability/render-once-a-second.ts";
import { renderReadings } from "../observability/render-readings.ts";
import { createMetricCollector } from "./collect-metrics.ts";
import { endSoon } from "./end-soon.ts";
import { findOverburdened } from "./find-overburdened.ts";
import { mergeMetrics } from "./merge-metrics.ts";
import type { Question, ToParent, WorkerStart } from "./messages.ts";
import { type Crashes, countCrash, NO_CRASHES } from "./restart-pause.ts";
import type { SharedSocket } from "./shared-socket.ts";
import { SupervisedWorker } from "./supervised-worker.ts";
import { findFailed, isReady } from "./until-ready.ts";

export interface SupervisorOptions {
  readonly count: number;
  readonly socket: SharedSocket;
  /** The new process inherits the descriptor of the socket. */
  readonly fork: (descriptor: number) => ChildProcess;
  readonly start: Omit<WorkerStart, "number" | "database" | "accepts">;
  readonly log: Pick<Logger, "info" | "error">;
  /** A worker that says nothing for so long hangs. Far above what load or a slow disk can cause. */
  readonly hangsAfterSeconds?: number;
  /** The same for one that starts: it loads its program before it says anything, which a busy machine does slowly. */
  readonly hangsInStartAfterSeconds?: number;
  /** A worker that is told to stop ends its slowest request after 15 s. */
  readonly stopsWithinMilliseconds?: number;
}

export interface Supervisor {
  /** Resolves with the banner when all workers are ready, and with the exit code of one that could not start. */
  start(): Promise<{ readonly banner: string } | { readonly exitCode: number }>;
  /** Replaces the workers one after the other, except during a start. Each new one is ready before the old one stops. */
  reload(): Promise<void>;
  /** The metrics of all workers as text, as they were within the last second. */
  renderMetrics(): Promise<string>;
  /** Connections are accepted for the delay, and running requests finished. Resolves when the last worker has ended. */
  stop(delayMilliseconds?: number): Promise<void>;
  /** Resolves when a worker has said that the database is another one, and all of them have ended. */
  readonly broken: Promise<void>;
}

const SECOND = 1_000;
const clock = { now: () => performance.now() };
/** How long the question for the readiness of all workers waits for one of them. */
const READINESS_MILLISECONDS = 2_000;
/** A worker that could not confirm its revision for so long answers no request with an older one. */
const REVISION_MILLISECONDS = 2_000;

/** A worker whose timers have stood still for so long has confirmed nothing in the last two seconds. */
const SILENT_SECONDS = 4;

/** Whether it may answer from what it knows now. One that starts reads the database before it is ready. */
const mayAnswer = ({ state, silentSeconds }: SupervisedWorker): boolean =>
  state !== "starting" && silentSeconds < SILENT_SECONDS;

/** The worker of one number, and the one that takes its place. */
interface Place {
  readonly number: number;
  current: SupervisedWorker | undefined;
  crashes: Crashes;
}

/** Keeps the workers running. */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { count, socket, log, stopsWithinMilliseconds = 30_000 } = options;
  const { hangsAfterSeconds = 30, hangsInStartAfterSeconds = 120 } = options;
  const places: readonly Place[] = Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    current: undefined,
    crashes: NO_CRASHES,
  }));
  /** All processes that run, with those that stop. */
  const workers = new Set<SupervisedWorker>();
  const metrics = createMetricCollector();
  /** Each worker collects for its own port, and the parent for an address of the metrics alone. */
  const collectMetrics = renderOnceASecond(() => metrics.collect([...workers]), clock);
  const pauses = new Set<NodeJS.Timeout>();
  let isStarted = false;
  let isStopping = false;
  let isBroken = false;
  const broken = Promise.withResolvers<void>();
  let banner = "";
  let onPrepared = () => {};
  let reloading: Promise<void> | undefined;
  let reloadAgain = false;

  const isAccepting = () => [...workers].some(({ accepts }) => accepts);

  function fork(number: number, database: WorkerStart["database"]): SupervisedWorker {
    const worker = new SupervisedWorker(number, options.fork(socket.descriptor), {
      onMessage: receive,
      onListening: socket.leave,
      onEnd: end,
    });
    const isFirst = !isAccepting() && ![...workers].some(({ state }) => state === "starting");
    workers.add(worker);
    const accepts = isFirst ? "at_once" : "when_ready";
    worker.send({ type: "start", start: { ...options.start, number, database, accepts } });
    return worker;
  }

  function receive(worker: SupervisedWorker, message: ToParent): void {
    if (message.type === "metrics") metrics.keep(worker, message.readings);
    if (message.type === "broken") breakOff();
    if (message.type === "ask") void answer(worker, message.id, message.question);
    if (message.type !== "prepared") return;
    banner = message.banner;
    onPrepared();
  }

  /** Not as in a stop: a worker that stops writes to the database. */
  function breakOff(): void {
    if (isBroken) return;
    isBroken = true;
    isStopping = true;
    endSoon(() => {
      for (const { child } of workers) child.kill("SIGKILL");
      void stopAll().then(broken.resolve);
    });
  }

  async function answer(worker: SupervisedWorker, id: number, question: Question): Promise<void> {
    worker.send({ type: "answer", id, answer: await askAll(worker, question) });
  }

  async function askAll(from: SupervisedWorker, question: Question): Promise<unknown> {
    if (question.about === "metrics") return collectMetrics();
    if (question.about === "readiness") return findNotReady();
    const others = [...workers].filter((worker) => worker !== from && mayAnswer(worker));
    await Promise.all(others.map((other) => other.ask(question, REVISION_MILLISECONDS)));
    return null;
  }

  /** Why one of the workers that serve is not ready; null if all are. */
  async function findNotReady(): Promise<unknown> {
    const serving = [...workers].filter(({ state }) => state === "ready");
    const answers = await Promise.all(
      serving.map(async (worker) => {
        const answered = await worker.ask({ about: "readiness" }, READINESS_MILLISECONDS);
        // One that has ended meanwhile does not serve.
        if (answered !== undefined || worker.state !== "ready") return answered;
        return { reason: `worker ${worker.number} does not answer` };
      }),
    );
    return answers.find((each) => each !== undefined && each !== null) ?? null;
  }

  function end(worker: SupervisedWorker): void {
    workers.delete(worker);
    metrics.end(worker);
    if (isStarted && !isStopping && !isAccepting()) answerMeanwhile();
    const place = places.find(({ current }) => current === worker);
    if (place !== undefined) {
      place.current = undefined;
      if (isStarted && !isStopping) replaceCrashed(place, worker);
    }
  }

  function answerMeanwhile(): void {
    socket
      .takeOver()
      .catch((error) =>
        log.error({ err: error }, "no worker accepts connections, and neither can the parent"),
      );
  }

  function replaceCrashed(place: Place, { child, readyAt }: SupervisedWorker): void {
    const served = readyAt === undefined ? 0 : performance.now() - readyAt;
    place.crashes = countCrash(place.crashes, served);
    const { inRow } = place.crashes;
    // While there is no worker at all, every request fails.
    const longest = workers.size > 0 ? Number.POSITIVE_INFINITY : readyAt === undefined ? SECOND : 0;
    const pauseMilliseconds = Math.min(place.crashes.pauseMilliseconds, longest);
    const { exitCode, signalCode: signal } = child;
    log.error(
      { worker: place.number, pid: child.pid, ...(signal ? { signal } : { exitCode }), crashes: inRow },
      `a worker ended unexpectedly; another one takes its place ${pauseMilliseconds === 0 ? "now" : `in ${pauseMilliseconds / 1000} s`}`,
    );
    const pause = setTimeout(() => {
      pauses.delete(pause);
      if (!isStopping && place.current === undefined) place.current = fork(place.number, "opens");
    }, pauseMilliseconds);
    pauses.add(pause);
  }

  function mostSilentSeconds({ state }: SupervisedWorker): number {
    if (state === "ready" || state === "stopping") return hangsAfterSeconds;
    // At the start of the server one of them migrates the database, and an SQLite file keeps its process from answering.
    return isStarted ? hangsInStartAfterSeconds : Number.POSITIVE_INFINITY;
  }

  /** Counts turns of this timer and not time: while the machine or this process stands still, none passes. */
  const watch = setInterval(() => {
    for (const worker of workers) {
      worker.silentSeconds += 1;
      if (worker.silentSeconds < mostSilentSeconds(worker)) continue;
      log.error(
        { worker: worker.number, pid: worker.child.pid },
        `a worker has not answered for ${worker.silentSeconds} s; it is ended`,
      );
      worker.child.kill("SIGKILL");
    }
    findOverburdened(workers)?.send({ type: "shed" });
  }, SECOND);

  async function replaceAll(): Promise<void> {
    for (const place of places) {
      if (isStopping) return;
      const { current: old } = place;
      // Its place is empty after a crash, and a new worker is about to come.
      if (old === undefined) continue;
      const fresh = fork(place.number, "opens");
      if (!(await isReady(fresh))) {
        if (isStopping) return;
        log.error(
          { worker: place.number, exitCode: fresh.child.exitCode },
          "the new worker could not start, so the workers are not replaced; the old ones go on",
        );
        return;
      }
      // The old one may have crashed meanwhile, and another new one may have come.
      const retired = place.current;
      place.current = fresh;
      if (retired === undefined) continue;
      retired.stop();
      await retired.ended;
    }
    if (!isStopping) log.info({ workers: count }, "all workers were replaced");
  }

  return {
    async start() {
      const [first, ...others] = places as [Place, ...Place[]];
      first.current = fork(first.number, "prepares");
      // Their modules are loaded while the first one prepares the database.
      for (const place of others) place.current = fork(place.number, "waits");
      onPrepared = () => {
        for (const { current } of others) current?.send({ type: "open" });
      };
      const failed = await findFailed(places.flatMap(({ current }) => current ?? []));
      isStarted = true;
      if (failed === undefined) return { banner };
      const wasStopped = isStopping;
      isStopping = true;
      await stopAll();
      return { exitCode: wasStopped && !isBroken ? 0 : failed.child.exitCode || 1 };
    },
    async reload() {
      // The workers of a start are new, and those of a stop are about to end.
      if (!isStarted || isStopping) return;
      if (reloading) {
        reloadAgain = true;
        return reloading;
      }
      log.info({ workers: count }, "the workers are replaced, one after the other");
      reloading = (async () => {
        do {
          reloadAgain = false;
          await replaceAll();
        } while (reloadAgain && !isStopping);
        reloading = undefined;
      })();
      return reloading;
    },
    broken: broken.promise,
    renderMetrics: renderOnceASecond(async () => renderReadings(mergeMetrics(await collectMetrics())), clock),
    async stop(delayMilliseconds = 0) {
      isStopping = true;
      for (const worker of workers) worker.send({ type: "announce_stop" });
      await delay(delayMilliseconds);
      await stopAll();
    },
  };

  async function stopAll(): Promise<void> {
    for (const pause of pauses) clearTimeout(pause);
    socket.close();
    const deadline = setTimeout(() => {
      for (const { child, number } of workers) {
        log.error({ worker: number, pid: child.pid }, "a worker did not stop in time; it is ended");
        child.kill("SIGKILL");
      }
    }, stopsWithinMilliseconds);
    for (const worker of workers) worker.stop();
    await Promise.all([...workers].map(({ ended }) => ended));
    clearTimeout(deadline);
    clearInterval(watch);
  }
}
