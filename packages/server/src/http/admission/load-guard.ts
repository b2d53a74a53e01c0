import type { Logger } from "../../observability/log.ts";
import type { DelayGauge } from "./delay-gauge.ts";
import { LOAD_CLASSES, type LoadClass } from "./load-class.ts";
import { createPace } from "./pace.ts";

/** Decides which requests a node takes on, so that those which it takes are answered soon. */
export interface LoadGuard {
  /** Whether a request whose body is still to come would be taken on now. False: it is to be refused with 503. */
  admits(loadClass: LoadClass): boolean;
  /** True: the request is taken on, and `leave` follows. False: it is to be refused with 503. */
  enter(loadClass: LoadClass): boolean;
  leave(loadClass: LoadClass): void;
}

export interface LoadBounds {
  /** So many at a time are taken on however long events wait: no class starves. */
  readonly always: number;
  /** Never more than so many at a time. They are in memory, and queue for the database. */
  readonly most: number;
  /** Between the two, the class is refused while events wait longer than this, and until they wait half as long. */
  readonly delayMilliseconds: number;
  /** Also between the two, a request is refused that would wait longer than this for those before it. */
  readonly waitMilliseconds: number;
}

/**
 * Lists are refused first and decisions last: a list or a simulation takes as long as hundreds of checks. The bounds are
 * no settings: they are about how long callers wait, and that is the same on every machine.
 */
export const LOAD_BOUNDS: Readonly<Record<LoadClass, LoadBounds>> = {
  decisions: { always: 100, most: 2_000, delayMilliseconds: 300, waitMilliseconds: 500 },
  pages: { always: 32, most: 256, delayMilliseconds: 250, waitMilliseconds: 1_000 },
  changes: { always: 16, most: 256, delayMilliseconds: 200, waitMilliseconds: 1_000 },
  lists: { always: 16, most: 128, delayMilliseconds: 100, waitMilliseconds: 1_000 },
  // One always goes on, or an import would never end. Each keeps a set of lines in memory.
  imports: { always: 1, most: 2, delayMilliseconds: 50, waitMilliseconds: Number.POSITIVE_INFINITY },
};

/** After so long without a refusal, the overload is over. */
const QUIET_MILLISECONDS = 10_000;

export interface LoadGuardOptions {
  readonly delay: Pick<DelayGauge, "milliseconds">;
  readonly bounds?: Readonly<Record<LoadClass, LoadBounds>>;
  readonly onRefused: (loadClass: LoadClass) => void;
  readonly log: Pick<Logger, "warn" | "info">;
  readonly now?: () => number;
  /** Calls back when all events that are ready now have been handled. */
  readonly afterTurn?: (callback: () => void) => unknown;
}

/**
 * A turn of the event loop reads all requests that have arrived, and answers most of them before it reads the next one.
 * Those that it answers at once were never two at a time, but the last of them has waited for all others. So a request
 * counts until its turn is over, and the time of the turn so far counts as waiting.
 *
 * Others wait for the database, for a thread, or for their turn to write, and events do not wait meanwhile. How long the
 * next one would wait follows from how many there are, and how fast they were answered lately.
 */
export function createLoadGuard(options: LoadGuardOptions): LoadGuard {
  const { delay, bounds = LOAD_BOUNDS, onRefused, log } = options;
  const { now = () => performance.now(), afterTurn = setImmediate } = options;
  const taken = countEach();
  const finished = countEach();
  const paces = forEachClass(createPace);
  const isDelayed: Record<LoadClass, boolean> = forEachClass(() => false);
  let turnStartedAt: number | undefined;
  let episode: { readonly refused: Record<LoadClass, number>; lastAt: number } | undefined;

  function beginTurn(): number {
    afterTurn(endTurn);
    const at = now();
    for (const each of LOAD_CLASSES) paces[each].pass(at, taken[each] > 0);
    return at;
  }

  function endTurn(): void {
    turnStartedAt = undefined;
    for (const each of LOAD_CLASSES) {
      taken[each] -= finished[each];
      finished[each] = 0;
    }
  }

  function isOverloaded(loadClass: LoadClass): boolean {
    turnStartedAt ??= beginTurn();
    const { always, most, delayMilliseconds, waitMilliseconds } = bounds[loadClass];
    const count = taken[loadClass];
    if (count < always) return false;
    if (count >= most) return true;
    if ((count - finished[loadClass]) * paces[loadClass].milliseconds > waitMilliseconds) return true;
    const limit = isDelayed[loadClass] ? delayMilliseconds / 2 : delayMilliseconds;
    isDelayed[loadClass] = Math.max(delay.milliseconds, now() - turnStartedAt) > limit;
    return isDelayed[loadClass];
  }

  function recordRefusal(loadClass: LoadClass): void {
    onRefused(loadClass);
    episode ??= beginEpisode(loadClass);
    episode.refused[loadClass] += 1;
    episode.lastAt = now();
  }

  function beginEpisode(loadClass: LoadClass): NonNullable<typeof episode> {
    const delayMilliseconds = Math.round(delay.milliseconds);
    log.warn(
      { class: loadClass, taken: { ...taken }, delayMilliseconds },
      "overloaded: some requests are refused with 503, lists before changes, and tokens and checks last",
    );
    setTimeout(endEpisode, QUIET_MILLISECONDS).unref();
    return { refused: countEach(), lastAt: now() };
  }

  function endEpisode(): void {
    if (episode === undefined) return;
    const { refused, lastAt } = episode;
    const left = lastAt + QUIET_MILLISECONDS - now();
    if (left > 0) return void setTimeout(endEpisode, left).unref();
    log.info({ refused }, "no longer overloaded: no request was refused for 10 s");
    episode = undefined;
  }

  function admits(loadClass: LoadClass): boolean {
    if (!isOverloaded(loadClass)) return true;
    recordRefusal(loadClass);
    return false;
  }

  return {
    admits,
    enter(loadClass) {
      if (!admits(loadClass)) return false;
      taken[loadClass] += 1;
      return true;
    },
    leave(loadClass) {
      paces[loadClass].count();
      if (turnStartedAt === undefined) taken[loadClass] -= 1;
      else finished[loadClass] += 1;
    },
  };
}

const forEachClass = <T>(create: () => T): Record<LoadClass, T> =>
  Object.fromEntries(LOAD_CLASSES.map((each) => [each, create()])) as Record<LoadClass, T>;

const countEach = (): Record<LoadClass, number> => forEachClass(() => 0);
