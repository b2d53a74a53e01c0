import { setTimeout as delay } from "node:timers/promises";

/** Questions to another process, and their answers, which come as messages of their own. */
export interface Questions {
  /** Sends a question with its id. Undefined when no answer comes in time, or when `ended` resolves before. */
  ask(
    send: (id: number) => void,
    options: { readonly withinMilliseconds: number; readonly ended?: Promise<void> },
  ): Promise<unknown>;
  /** An answer has arrived. One that comes too late is dropped. */
  answer(id: number, answer: unknown): void;
}

export function createQuestions(): Questions {
  const waiting = new Map<number, (answer: unknown) => void>();
  let nextId = 1;
  return {
    async ask(send, { withinMilliseconds, ended }) {
      const id = nextId++;
      const timeout = new AbortController();
      const answered = new Promise<unknown>((resolve) => waiting.set(id, resolve));
      send(id);
      const late = delay(withinMilliseconds, undefined, { signal: timeout.signal }).catch(() => undefined);
      try {
        return await Promise.race(ended ? [answered, ended, late] : [answered, late]);
      } finally {
        timeout.abort();
        waiting.delete(id);
      }
    },
    answer: (id, answer) => waiting.get(id)?.(answer),
  };
}
