/** How a command ended, for scripts. `denied` is an answer, not a failure: it is told apart from every failure. */
export const EXIT = { done: 0, failed: 1, usage: 2, unreachable: 3, denied: 4 } as const;
