import { statementName } from "../engine/compile-once.ts";
import { setLimits, type TimeLimits } from "./connection-settings.ts";
import type { Pooling } from "./detect-pooling.ts";

/** What is sent to the server for a statement. */
export interface SentStatements {
  toSend(text: string): { readonly text: string; readonly name?: string };
  /** Statements did not find the session that they need, so from now on they need none. */
  giveUpSession(): void;
}

/**
 * In a session of its own the server parses and plans a named statement once. Behind a pooler in transaction mode,
 * nothing may be left in a session: statements have no names, and limits end with their transaction. They are sent
 * together with the statement that begins it, and so they cost no round trip.
 */
export function createSentStatements(
  pooling: Pooling,
  limits: TimeLimits,
  log?: { warn(details: object, message: string): void },
): SentStatements {
  let hasSession = pooling !== "transaction";
  const limitTransaction = `; ${setLimits("set local", limits.session)}`;
  return {
    toSend(text) {
      // Directly behind the statement that begins, before others of the same message.
      if (!hasSession) return { text: text.replace(BEGINS_TRANSACTION, `$&${limitTransaction}`) };
      const name = statementName(text);
      return name === undefined ? { text } : { text, name };
    },
    giveUpSession() {
      if (!hasSession) return;
      hasSession = false;
      log?.warn({}, SHARED_SESSION);
    },
  };
}

const BEGINS_TRANSACTION = /^(begin|start transaction)\b[^;]*/;
const SHARED_SESSION =
  "the pooler in front of the database has lost prepared statements; continuing without them. If its mode was changed, restart Licet";
