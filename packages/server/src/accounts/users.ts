import { describeUser, type Subject } from "@licet/engine/internal/subject.ts";
import { BoundedCache } from "@licet/engine/internal/values/bounded-cache.ts";
import type { ChangeFeed } from "../core/feed/change-feed.ts";
import { createFeedCache } from "../core/feed/feed-cache.ts";
import type { User } from "./entities.ts";
import type { UserStore } from "./stores.ts";

export interface Users {
  /** By id or by username. At once when it is cached, which is the usual case. */
  find(idOrName: string): User | undefined | Promise<User | undefined>;
  /** The same user as the subject of permission questions. */
  findSubject(idOrName: string): Subject | undefined | Promise<Subject | undefined>;
  /** Compared without case; undefined when no user or several users have it. */
  findByEmail(email: string): Promise<User | undefined>;
  /** As the database has it now, whatever this node has heard so far. */
  findLatest(id: string): Promise<User | undefined>;
}

/** Half of them are sure to be kept: 120,000 users who come again and again are read once (380 bytes each). */
const CACHED_USERS = 240_000;

/** Described once, because every check asks for the description. One object, because there are so many. */
interface CachedUser extends Subject {
  readonly user: User;
}

function cacheUser(user: User): CachedUser {
  const { principal, attributes, enabled } = describeUser(user);
  return { principal, attributes, enabled, user };
}

export function createUsers(store: UserStore, feed: ChangeFeed): Users {
  const byId = createFeedCache<CachedUser | undefined>({
    feed,
    limit: CACHED_USERS,
    load: async (id) => {
      const { revision, value: user } = await store.find(id);
      return { revision, value: user && cacheUser(user) };
    },
    keyOf: ({ user }) => user.id,
  });
  // The user id that a name had last time. It is always verified: the user found by it must still have the name.
  const idOfName = new BoundedCache<string>(CACHED_USERS);
  feed.onChange((topics) => {
    for (const topic of topics) if (topic.startsWith("user:")) byId.invalidate(topic.slice("user:".length));
  });
  feed.onReset(() => byId.clear());

  const findByName = async (username: string): Promise<CachedUser | undefined> => {
    const known = idOfName.get(username);
    const named = known === undefined ? undefined : await byId.get(known);
    if (named?.user.username === username) return named;
    const { revision, value: id } = await store.findIdByUsername(username);
    // The database may be ahead of this node, and the name may belong to another user meanwhile.
    if (revision > feed.revision) await feed.confirm(revision);
    if (id === undefined) return undefined;
    idOfName.set(username, id);
    const found = await byId.get(id);
    return found?.user.username === username ? found : undefined;
  };
  const findCached = (idOrName: string) =>
    idOrName.startsWith("usr_") ? byId.get(idOrName) : findByName(idOrName);

  return {
    find(idOrName) {
      const found = findCached(idOrName);
      return found instanceof Promise ? found.then((cached) => cached?.user) : found?.user;
    },
    findSubject: findCached,
    async findByEmail(email) {
      const { revision, value: id } = await store.findIdByEmail(email);
      if (revision > feed.revision) await feed.confirm(revision);
      return id === undefined ? undefined : (await byId.get(id))?.user;
    },
    async findLatest(id) {
      const { revision, value } = await store.find(id);
      if (revision > feed.revision) await feed.confirm(revision);
      return value;
    },
  };
}
