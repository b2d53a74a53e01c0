import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Lets this process take the connections that the system has accepted for it. To close a listener resets those that still
 * wait, and a proxy that has sent its request cannot tell whether it had its effect.
 */
export async function takeAccepted(): Promise<void> {
  // The signal to stop may be handled before the connections of the same turn.
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
}
