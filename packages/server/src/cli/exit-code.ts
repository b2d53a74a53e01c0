/** The exit codes for scripts. `denied` is an answer and no failure, so it has a code of its own. */
export const EXIT = { done: 0, failed: 1, usage: 2, unreachable: 3, denied: 4 } as const;
