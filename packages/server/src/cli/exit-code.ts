/** How a command ended, for scripts. */
export const EXIT = { done: 0, failed: 1, usage: 2, unreachable: 3 } as const;
