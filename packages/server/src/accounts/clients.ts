import { BoundedCache } from "@licet/engine/internal/values/bounded-cache.ts";
import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { type Awaitable, whenReady } from "../core/async/awaitable.ts";
import type { ChangeFeed } from "../core/feed/change-feed.ts";
import { createFeedCache } from "../core/feed/feed-cache.ts";
import type { Client, Secret } from "./entities.ts";
import type { ClientRow, ClientStore } from "./stores.ts";

export interface Clients {
  /** By client_id or access key. Disabled ones are found too: whether they may act is the caller's question. */
  find(clientId: string): Awaitable<Client | undefined>;
  /** Notes that a secret was used. Written in the background, at most once a minute for each secret. */
  recordUse(secret: Secret, now: EpochSeconds): void;
  /** Writes the notes of `recordUse`. */
  flushUse(): Promise<void>;
}

const CACHED_CLIENTS = 20_000;
const USE_RESOLUTION_SECONDS = 60;

export function createClients(store: ClientStore, feed: ChangeFeed): Clients {
  const rows = createFeedCache<IdentifiedRow | undefined>({
    feed,
    limit: CACHED_CLIENTS,
    load: async (id) => {
      const { revision, value } = await store.find(id);
      return { revision, value: value && { id, ...value } };
    },
  });
  feed.onChange((topics) => {
    for (const topic of topics)
      if (topic.startsWith("client:")) rows.invalidate(topic.slice("client:".length));
  });
  feed.onReset(() => rows.clear());

  const noted = new BoundedCache<EpochSeconds>(CACHED_CLIENTS);
  let unwritten = new Map<string, EpochSeconds>();

  /** An application is complete. An access account needs its application. */
  const complete = (row: IdentifiedRow | undefined): Awaitable<Client | undefined> =>
    !row || "application" in row
      ? row
      : whenReady(rows.get(row.accessAccount.applicationId), (owner) => joinOwner(row, owner));

  return {
    find: (clientId) => whenReady(rows.get(clientId), complete),
    recordUse({ id, lastUsedAt }, now) {
      if (now - (noted.get(id) ?? lastUsedAt ?? 0) < USE_RESOLUTION_SECONDS) return;
      noted.set(id, now);
      unwritten.set(id, now);
    },
    async flushUse() {
      if (unwritten.size === 0) return;
      const uses = unwritten;
      unwritten = new Map();
      try {
        await store.recordUse(uses);
      } catch (error) {
        for (const [id, at] of uses) if (!unwritten.has(id)) unwritten.set(id, at);
        throw error;
      }
    },
  };
}

type IdentifiedRow = { readonly id: string } & ClientRow;
type AccountRow = Extract<IdentifiedRow, { readonly accessAccount: unknown }>;

const joinOwner = (account: AccountRow, owner: IdentifiedRow | undefined): Client | undefined =>
  owner && "application" in owner
    ? { application: owner.application, redirects: owner.redirects, ...account }
    : undefined;
