let isOver = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (isOver === next) return;
  isOver = next;
  for (const listener of listeners) listener();
}

/** Whether somebody has to sign in again before anything can go on, for `useSyncExternalStore`. */
export const sessionOver = {
  get: (): boolean => isOver,
  announce: (): void => set(true),
  /** Signed in again, or the user wants to see what is on the screen first: the next request will tell. */
  settle: (): void => set(false),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
