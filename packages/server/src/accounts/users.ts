import { BoundedCache } from "@licet/engine/values/bounded-cache.ts";
import type { ChangeFeed } from "../core/change-feed.ts";
import { createFeedCache } from "../core/feed-cache.ts";
import type { User } from "./entities.ts";
import type { UserStore } from "./stores.ts";

export interface Users {
  /** By id or by username. At once when it is cached, which is the usual case. */
  find(idOrName: string): User | undefined | Promise<User | undefined>;
  /** Compared without case; undefined when no user or several users have it. */
  findByEmail(email: string): Promise<User | undefined>;
  /** As the database has it now, whatever this node has heard so far. */
  findLatest(id: string): Promise<User | undefined>;
}

/** Half of them are sure to be kept: 120,000 users who come again and again are read once (350 bytes each). */
const CACHED_USERS = 240_000;

export function createUsers(store: UserStore, feed: ChangeFeed): Users {
  const byId = createFeedCache<User | undefined>({ feed, limit: CACHED_USERS, load: (id) => store.find(id) });
  // The user id that a name had last time. It is always verified: the user found by it must still have the name.
  const idOfName = new BoundedCache<string>(CACHED_USERS);
  feed.onChange((topics) => {
    for (const topic of topics) if (topic.startsWith("user:")) byId.invalidate(topic.slice("user:".length));
  });
  feed.onReset(() => byId.clear());

  const findByName = async (username: string): Promise<User | undefined> => {
    const known = idOfName.get(username);
    const user = known === undefined ? undefined : await byId.get(known);
    if (user?.username === username) return user;
    const { revision, value: id } = await store.findIdByUsername(username);
    // The database may be ahead of this node, and the name may belong to another user meanwhile.
    if (revision > feed.revision) await feed.confirm(revision);
    if (id === undefined) return undefined;
    idOfName.set(username, id);
    const found = await byId.get(id);
    return found?.username === username ? found : undefined;
  };

  return {
    find: (idOrName) => (idOrName.startsWith("usr_") ? byId.get(idOrName) : findByName(idOrName)),
    async findByEmail(email) {
      const { revision, value: id } = await store.findIdByEmail(email);
      if (revision > feed.revision) await feed.confirm(revision);
      return id === undefined ? undefined : byId.get(id);
    },
    async findLatest(id) {
      const { revision, value } = await store.find(id);
      if (revision > feed.revision) await feed.confirm(revision);
      return value;
    },
  };
}
