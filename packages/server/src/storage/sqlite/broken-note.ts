import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { InvalidInputError } from "../../core/errors/errors.ts";

/**
 * A server that ends because its database was overwritten leaves this file beside it. Service managers start a server
 * again within seconds, and the new one could not know: it would accept what was revoked.
 */
const noteOf = (databaseFile: string): string => `${resolve(databaseFile)}.overwritten`;

export function leaveNote(databaseFile: string, sentence: string): void {
  try {
    writeFileSync(noteOf(databaseFile), `${sentence}\n`, { mode: 0o600 });
  } catch {
    // The server ends, and has said why. A full disk does not keep it.
  }
}

/** Throws InvalidInputError when a server has left a note. */
export function requireNoNote(databaseFile: string): void {
  const note = noteOf(databaseFile);
  let sentence: string;
  try {
    sentence = readFileSync(note, "utf8").trim();
  } catch {
    return;
  }
  throw new InvalidInputError(
    `a server that used this database has left ${note}: ${sentence} A restore deletes this note. Delete it yourself only if you know that nothing is missing from the database.`,
  );
}

/** After a restore, the database is another one. */
export const removeNote = (databaseFile: string): void => rmSync(noteOf(databaseFile), { force: true });
