import { InvalidInputError } from "../core/errors.ts";
import { isUsablePassword } from "./password.ts";

/** The least that a page or the API accepts. A file or a command is an operator's own responsibility. */
export const LEAST_PASSWORD_CHARACTERS = 8;

/** What is wrong with a password that somebody chose; undefined when nothing is. Costs nothing. */
export function judgeNewPassword(password: string): "too_short" | "unusable" | undefined {
  if (countCharacters(password) < LEAST_PASSWORD_CHARACTERS) return "too_short";
  return isUsablePassword(password) ? undefined : "unusable";
}

/** For callers that choose a password for a user. What is unusable is told apart when it is hashed. */
export function requireNewPassword(password: string): void {
  if (judgeNewPassword(password) !== "too_short") return;
  throw new InvalidInputError(`a password needs at least ${LEAST_PASSWORD_CHARACTERS} characters`, {
    fault: { code: "too_short", minimum: LEAST_PASSWORD_CHARACTERS },
  });
}

/** Enough of them to judge by: a whole body of text need not be counted. */
const countCharacters = (password: string): number => Array.from(password.slice(0, 64)).length;
