import { withSharedDeadline } from "../../core/time/deadline.ts";

/**
 * Lets requests that are served in the same turn of the event loop share one lookup; those that begin after it has ended
 * have their answer at once. An answer is never kept for the next turn: a request that begins after a change was
 * acknowledged is served in a later one.
 */
export function coalesceLookups<T extends NonNullable<unknown>>(
  lookUp: (key: string) => Promise<T>,
): (key: string) => T | Promise<T> {
  let inThisTurn: Map<string, T | Promise<T>> | undefined;
  const endTurn = () => {
    inThisTurn = undefined;
  };

  return (key) => {
    if (!inThisTurn) {
      inThisTurn = new Map();
      setImmediate(endTurn);
    }
    const known = inThisTurn.get(key);
    if (known !== undefined) return known;
    const ofThisTurn = inThisTurn;
    const asked = withSharedDeadline(() => lookUp(key));
    ofThisTurn.set(key, asked);
    // A failure stays with all who share it.
    asked.then(
      (found) => ofThisTurn.set(key, found),
      () => {},
    );
    return asked;
  };
}
