import { InvalidInputError } from "../../core/errors/errors.ts";
import { generateId } from "../../core/values/ids.ts";
import { type EntryOfKind, KINDS } from "../kinds/kinds.ts";
import { notFoundAs, published, taken } from "./issues.ts";
import type { Planning } from "./planning.ts";

/** The ids of the users in the file, by username. New users get their ids here. */
export type UserIds = ReadonlyMap<string, string>;

/** Two passwords are hashed at a time. A few more wait while the next users are read. */
const USERS_AT_ONCE = 8;

export async function planUsers(planning: Planning): Promise<UserIds> {
  const ids = new Map<string, string>();
  const entries = [...planning.content.users.entries()];
  for (let from = 0; from < entries.length; from += USERS_AT_ONCE) {
    const batch = entries.slice(from, from + USERS_AT_ONCE);
    const staged = await Promise.all(batch.map(([index, entry]) => stageUser(planning, index, entry)));
    for (const { user, stored } of staged) {
      ids.set(user.username, user.id);
      planning.stage("user", user.username, user, stored);
    }
  }
  return ids;
}

async function stageUser(planning: Planning, index: number, entry: EntryOfKind<"user">) {
  const { id, password } = entry;
  const namesake = await planning.stored.findUserByUsername(entry.username);
  const stored = id === undefined ? namesake : await planning.stored.find("user", id);
  if (id !== undefined && stored === undefined) {
    const message = `there is no user ${id}; ids are given out, not chosen`;
    planning.report(["users", index, "id"], notFoundAs(message, "user", id));
  }
  if (id !== undefined && namesake !== undefined && namesake.id !== id) {
    const message = `is the username of ${namesake.id} already`;
    planning.conflict(["users", index, "username"], taken(message, "user", namesake.id));
  }
  const isRefused = password !== undefined && planning.dependencies.isRefusedCredential(password);
  if (isRefused) planning.report(["users", index, "password"], published("password"));
  const passwordHash =
    password === undefined || isRefused
      ? stored?.passwordHash
      : await planning
          .hashPassword({ username: entry.username, password, storedHash: stored?.passwordHash })
          .catch((error: unknown) => {
            if (!(error instanceof InvalidInputError)) throw error;
            planning.report(["users", index, "password"], error);
            return undefined;
          });
  const given = { id: stored?.id ?? generateId("user"), ...(passwordHash !== undefined && { passwordHash }) };
  const user = KINDS.user.fromEntry(entry, given, stored);
  return { user, stored };
}
