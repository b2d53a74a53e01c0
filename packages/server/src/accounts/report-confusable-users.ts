import type { UserStore } from "./stores.ts";

const MAX_NAMED = 20;
const CHECKED = "sign_in_names_checked";

/**
 * Warns of users who could be confused at the login page: they share an email address, or one has another's address
 * as username. Databases from before that rule may hold some. Once there are none, no new ones can appear, and the
 * check is not repeated.
 */
export async function reportConfusableUsers(options: {
  readonly users: Pick<UserStore, "findConfusable">;
  readonly meta: {
    get(key: string): Promise<string | undefined>;
    setIfAbsent(key: string, value: string): Promise<unknown>;
  };
  readonly log: { warn(details: object, message: string): void };
}): Promise<void> {
  const { users, meta, log } = options;
  if ((await meta.get(CHECKED)) !== undefined) return;
  const found = await users.findConfusable(MAX_NAMED + 1);
  if (found.length === 0) {
    await meta.setIfAbsent(CHECKED, "1");
    return;
  }
  log.warn(
    { users: found.slice(0, MAX_NAMED), more: found.length > MAX_NAMED },
    "several users share an email address, or one has another's address as username; they cannot sign in by it. licet user duplicates lists them",
  );
}
