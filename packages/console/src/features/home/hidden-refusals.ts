import { persistedValue } from "../../ui/persisted-value.ts";

/** The oldest are forgotten, so that the list stays small. */
const REMEMBERED = 50;
const stored = persistedValue("licet-console-hidden-refusals", "[]");

/** The refusals that this user wants to keep: most scopes are refused on purpose. */
export const hiddenRefusals = {
  get: stored.get,
  subscribe: stored.subscribe,
  has: (value: string, key: string): boolean => parse(value).includes(key),
  add: (key: string): void => stored.set(JSON.stringify([...parse(stored.get()), key].slice(-REMEMBERED))),
};

/** Another version of the console, or the user, may have written something else there. */
function parse(value: string): readonly unknown[] {
  try {
    const keys: unknown = JSON.parse(value);
    return Array.isArray(keys) ? keys : [];
  } catch {
    return [];
  }
}
