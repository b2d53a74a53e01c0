import { setImmediate as nextTurn } from "node:timers/promises";
import { askToClose } from "./close-after-answer.ts";
import type { Listener } from "./listener.ts";

export interface Drain {
  /** Since the stop was announced. */
  readonly draining: boolean;
  /** Everything goes on, but balancers find that this node is not ready. */
  announce(): void;
  /** Stops without losing a request; resolves when the last connection is gone. */
  drain(options?: DrainOptions): Promise<void>;
}

export interface DrainOptions {
  /** How long the slowest request may take to finish. */
  readonly withinMilliseconds?: number;
}

/** How long a client may take to use a connection that it believes to be open. */
const IDLE_GRACE_MILLISECONDS = 2_000;
const DRAIN_TIMEOUT_MILLISECONDS = 15_000;

/**
 * New connections are refused. Open ones are still served, and each answer asks its client to close. Idle ones are
 * closed only after a grace period: a request may already be on its way.
 */
export function createDrain({ server, close }: Pick<Listener, "server" | "close">): Drain {
  let draining = false;
  return {
    get draining() {
      return draining;
    },
    announce() {
      draining = true;
    },
    async drain({ withinMilliseconds = DRAIN_TIMEOUT_MILLISECONDS } = {}) {
      draining = true;
      await takeAccepted();
      const closed = close();
      // Not before: a client that is asked to close opens another connection at once, which nobody would accept any more.
      server.prependListener("request", askToClose);
      const idle = setTimeout(() => server.closeIdleConnections(), IDLE_GRACE_MILLISECONDS);
      const deadline = setTimeout(() => server.closeAllConnections(), withinMilliseconds);
      await closed;
      clearTimeout(idle);
      clearTimeout(deadline);
    },
  };
}

/**
 * Lets this process take the connections that the system has accepted for it. To close a listener resets those that still
 * wait, and a proxy that has sent its request cannot tell whether it had its effect.
 */
async function takeAccepted(): Promise<void> {
  // The signal to stop may be handled before the connections of the same turn.
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
}
