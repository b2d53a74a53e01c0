import { withSharedDeadline } from "../../core/deadline.ts";

/**
 * Lets requests that are served in the same turn of the event loop share one lookup. An answer is never kept for the
 * next turn: a request that begins after a change was acknowledged is served in a later one.
 */
export function coalesceLookups<T>(lookUp: (key: string) => Promise<T>): (key: string) => Promise<T> {
  let inThisTurn: Map<string, Promise<T>> | undefined;
  const endTurn = () => {
    inThisTurn = undefined;
  };

  return (key) => {
    if (!inThisTurn) {
      inThisTurn = new Map();
      setImmediate(endTurn);
    }
    const asked = inThisTurn.get(key) ?? withSharedDeadline(() => lookUp(key));
    inThisTurn.set(key, asked);
    return asked;
  };
}
