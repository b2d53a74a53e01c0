import { InvalidArgumentError } from "commander";

const MAX_LISTED = 10_000;

/** The maximum number of entries that a list prints. */
export function parseLimit(text: string): number {
  const limit = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_LISTED) return limit;
  throw new InvalidArgumentError(`Expected a number from 1 to ${MAX_LISTED}.`);
}
