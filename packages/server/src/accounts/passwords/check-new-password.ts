import { InvalidInputError } from "../../core/errors/errors.ts";
import type { IsRefusedCredential } from "../published-credentials/published-credentials.ts";
import { isUsablePassword } from "./password.ts";

/** The least that a page or the API accepts. A file or a command is an operator's own responsibility. */
export const MIN_PASSWORD_CHARACTERS = 8;

/** Finds the issue of a chosen password; undefined when it is acceptable. The check is cheap. */
export function checkNewPassword(
  password: string,
  isRefused: IsRefusedCredential,
): "too_short" | "unusable" | "published" | undefined {
  if (isTooShort(password)) return "too_short";
  if (!isUsablePassword(password)) return "unusable";
  return isRefused(password) ? "published" : undefined;
}

/** For callers that choose a password for a user. The planner refuses unusable and published ones. */
export function requireNewPassword(password: string): void {
  if (!isTooShort(password)) return;
  throw new InvalidInputError(`a password needs at least ${MIN_PASSWORD_CHARACTERS} characters`, {
    issue: { code: "too_short", minimum: MIN_PASSWORD_CHARACTERS },
  });
}

/** Characters, not units of an encoding. The beginning is enough: a whole body of text need not be counted. */
const isTooShort = (password: string): boolean =>
  Array.from(password.slice(0, 64)).length < MIN_PASSWORD_CHARACTERS;
