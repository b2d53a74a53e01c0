import { setImmediate } from "node:timers/promises";
import { foldSignInName } from "../core/values/fold-sign-in-name.ts";
import type { User } from "./entities.ts";
import type { LookAlikeStore } from "./stores.ts";

/** Users with one folded name. Older versions stored them, and no version makes them anew. */
export interface LookAlikes {
  readonly name: string;
  readonly users: readonly User[];
}

export interface LookAlikeSearch {
  /** Searches all users, unless the database says that this was done. Reports the users that it finds. */
  run(stopping: AbortSignal): Promise<void>;
  /** Those of the search that still look alike. */
  list(): Promise<readonly LookAlikes[]>;
}

interface Found {
  readonly userIds: readonly string[];
  /** No server can add to them any more. */
  readonly isFinal: boolean;
}

/** Small, because an embedded database answers no request while it reads a page. */
const PAGE = 200;
/** An administrator separates some, and the next start finds the others. */
const MOST_FOUND = 1_000;

export function createLookAlikeSearch(dependencies: {
  readonly store: LookAlikeStore;
  readonly findUsers: (ids: readonly string[]) => Promise<readonly User[]>;
  /** Whether a server runs that does not compare names in this way. */
  readonly hasOlderServer: () => Promise<boolean>;
  readonly report: (groups: number, userIds: readonly string[]) => void;
}): LookAlikeSearch {
  const { store, findUsers, hasOlderServer, report } = dependencies;
  let isDone = false;

  const list = async (): Promise<readonly LookAlikes[]> => {
    const { userIds } = parseFound(await store.findResult());
    return userIds.length === 0 ? [] : groupByName(await findUsers(userIds));
  };

  /** Goes through all users, page by page, until `work` says that it is enough. False: the server stops. */
  const walk = async (
    stopping: AbortSignal,
    work: (after: string, last: string) => Promise<{ readonly isEnough: boolean }>,
  ): Promise<boolean> => {
    let after = "";
    while (!stopping.aborted) {
      const last = (await store.listIds(after, PAGE)).at(-1);
      if (last === undefined || (await work(after, last)).isEnough) return true;
      after = last;
      await setImmediate();
    }
    return false;
  };

  const search = async (stopping: AbortSignal): Promise<Found | undefined> => {
    const userIds: string[] = [];
    // Asked before: a server that ends meanwhile may have written users of a page that was read before.
    const isLast = !(await hasOlderServer());
    const isCorrect = await walk(stopping, async (after, last) => {
      await store.correct(after, last);
      return { isEnough: false };
    });
    const isSearched = await walk(stopping, async (after, last) => {
      userIds.push(...(await store.search(after, last)));
      return { isEnough: userIds.length >= MOST_FOUND };
    });
    if (!isCorrect || !isSearched) return undefined;
    return { userIds, isFinal: isLast && userIds.length < MOST_FOUND };
  };

  return {
    list,
    async run(stopping) {
      if (isDone) return;
      if (!parseFound(await store.findResult()).isFinal) {
        const found = await search(stopping);
        if (found === undefined) return;
        await store.storeResult(JSON.stringify(found));
        isDone = found.isFinal || found.userIds.length >= MOST_FOUND;
      } else isDone = true;
      const groups = await list();
      const ids = groups.flatMap(({ users }) => users.map(({ id }) => id));
      if (groups.length > 0) report(groups.length, [...new Set(ids)]);
    },
  };
}

const parseFound = (text: string | undefined): Found =>
  text === undefined ? { userIds: [], isFinal: false } : (JSON.parse(text) as Found);

function groupByName(users: readonly User[]): readonly LookAlikes[] {
  const groups = new Map<string, Set<User>>();
  for (const user of users.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    for (const written of [user.username, user.email]) {
      if (written === undefined) continue;
      const name = foldSignInName(written);
      groups.set(name, (groups.get(name) ?? new Set()).add(user));
    }
  return Array.from(groups, ([name, members]) => ({ name, users: [...members] }))
    .filter((group) => group.users.length > 1)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
