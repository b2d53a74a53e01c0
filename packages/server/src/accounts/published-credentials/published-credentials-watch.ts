import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import { untilDeadline, withSharedDeadline } from "../../core/time/deadline.ts";
import type { Clients } from "../clients.ts";
import type { Secret } from "../entities.ts";
import type { Users } from "../users.ts";
import type { StoredPublishedCredentials } from "./stored-published-credentials.ts";

/** Whether any published credential is stored now, whichever process changed it last. */
export type AcceptsPublishedCredentials = () => Promise<boolean>;

/** Beyond this many changes since the last question, reading everything once costs less than remembering them. */
const MAX_STALE = 1_000;

/**
 * Follows the change feed. A change is only noted; the next query examines the changed principals, and without changes
 * the answer needs no database query.
 */
export function createPublishedCredentialsWatch(dependencies: {
  readonly stored: StoredPublishedCredentials;
  readonly clients: Pick<Clients, "find">;
  readonly users: Pick<Users, "find">;
  readonly feed: ChangeFeed;
}): AcceptsPublishedCredentials {
  const { stored, clients, users, feed } = dependencies;
  const secretsOf = new Map<string, readonly Secret[]>();
  const userIds = new Set<string>();
  /** False: everything must be read. */
  let isRead = false;
  let stale = new Set<string>();
  let turn: Promise<unknown> = Promise.resolve();

  const forget = () => {
    isRead = false;
    stale = new Set();
  };
  feed.onChange((topics) => {
    if (!isRead) return;
    for (const topic of topics) if (/^(client|user):/.test(topic)) stale.add(topic);
    if (stale.size > MAX_STALE) forget();
  });
  feed.onReset(forget);

  async function readEverything(): Promise<void> {
    // Before the reading: what changes meanwhile is looked at again.
    isRead = true;
    const { secrets, users: found } = await stored.find();
    secretsOf.clear();
    userIds.clear();
    for (const [owner, own] of Map.groupBy(secrets, (secret) => secret.owner)) secretsOf.set(owner, own);
    for (const { id } of found) userIds.add(id);
  }

  async function readChanged(topics: Iterable<string>): Promise<void> {
    for (const topic of topics) {
      const id = topic.slice(topic.indexOf(":") + 1);
      if (topic.startsWith("client:")) {
        const own = (await clients.find(id))?.secrets.filter(stored.isPublishedSecret) ?? [];
        if (own.length > 0) secretsOf.set(id, own);
        else secretsOf.delete(id);
      } else {
        const user = await users.find(id);
        if (user && (await stored.hasPublishedPassword(user))) userIds.add(id);
        else userIds.delete(id);
      }
    }
  }

  async function refresh(): Promise<void> {
    try {
      if (!isRead) return await readEverything();
      const topics = stale;
      stale = new Set();
      await readChanged(topics);
    } catch (error) {
      forget();
      throw error;
    }
  }

  return async () => {
    await feed.confirm();
    // One after the other, so that none answers from what another has only half read.
    const own = turn.then(() => withSharedDeadline(refresh));
    turn = own.catch(() => undefined);
    await untilDeadline(own);
    return (
      userIds.size > 0 || [...secretsOf.values()].some((secrets) => secrets.some(stored.isPublishedSecret))
    );
  };
}
