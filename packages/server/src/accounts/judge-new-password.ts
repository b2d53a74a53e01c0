import { isUsablePassword } from "./password.ts";
import type { IsRefusedCredential } from "./published-credentials.ts";

/** The least that people may choose for themselves; what a file or an administrator sets is theirs to answer for. */
export const LEAST_PASSWORD_CHARACTERS = 8;

/** What is wrong with a password that somebody chose; undefined when nothing is. Costs nothing. */
export function judgeNewPassword(
  password: string,
  isRefused: IsRefusedCredential,
): "too_short" | "unusable" | "published" | undefined {
  if (countCharacters(password) < LEAST_PASSWORD_CHARACTERS) return "too_short";
  if (!isUsablePassword(password)) return "unusable";
  return isRefused(password) ? "published" : undefined;
}

/** Enough of them to judge by: a whole body of text need not be counted. */
const countCharacters = (password: string): number => Array.from(password.slice(0, 64)).length;
