import { UnavailableError } from "../../core/errors/errors.ts";

interface Waiting {
  readonly timer: NodeJS.Timeout;
  begin(): void;
  isGone: boolean;
}

/**
 * The turns of the requests that write. One at a time uses the writing connection, so that no statement runs in the
 * transaction of another request. Kysely has a mutex for this, but it wakes every waiting request on each release,
 * which costs quadratic time, and none of them ever gives up.
 */
export class WriteTurns {
  readonly #waiting: Waiting[] = [];
  #isTaken = false;

  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Undefined when the turn begins at once. Rejects with UnavailableError when it has not begun by `giveUpAt`. */
  take(giveUpAt: number): Promise<void> | undefined {
    if (this.#isTaken) return this.#wait(giveUpAt);
    this.#isTaken = true;
    return undefined;
  }

  end(): void {
    // The turn passes directly to the next request, so a new request joins the end of the queue.
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (next.isGone) continue;
      clearTimeout(next.timer);
      next.begin();
      return;
    }
    this.#isTaken = false;
  }

  #wait(giveUpAt: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.isGone = true;
        reject(new UnavailableError("other writes to the database have not ended in time"));
      };
      const timer = setTimeout(giveUp, Math.max(0, giveUpAt - performance.now()));
      const waiting: Waiting = { timer, begin: resolve, isGone: false };
      this.#waiting.push(waiting);
    });
  }
}
