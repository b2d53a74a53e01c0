import type { ChangeListener, Topic } from "../core/change-feed.ts";
import { LONGEST_CATCH_UP, type LogEntry, type LogRow } from "./change-log.ts";

/** Both engines share this part of a feed: it keeps the listeners and passes on the changes that were read. */
export interface Announcer {
  readonly revision: number;
  /**
   * Announces the changes after `revision`, in order. One reading runs at a time: the next starts where this one ended.
   */
  announce(rows: readonly LogRow[]): void;
  onChange(listener: ChangeListener): void;
  onReset(listener: () => void): void;
}

export function createAnnouncer(startRevision: number): Announcer {
  let revision = startRevision;
  const changeListeners: ChangeListener[] = [];
  const resetListeners: (() => void)[] = [];

  function reset(newest: number): void {
    for (const listener of resetListeners) listener();
    revision = newest;
  }

  return {
    get revision() {
      return revision;
    },
    announce(rows) {
      const newest = rows[0]?.newest;
      if (newest === undefined) throw new Error("the revision row is missing");
      // A database that went back was restored: cached data may come from commits that it no longer has.
      if (newest < revision || newest - revision > LONGEST_CATCH_UP) return reset(newest);
      for (const { revision: next, entries } of rows) {
        if (next === null || entries === null) continue;
        if (next !== revision + 1) return reset(newest);
        const topics = topicsFrom(entries);
        for (const listener of changeListeners) listener(topics);
        revision = next;
      }
      if (revision < newest) reset(newest);
    },
    onChange: (listener) => void changeListeners.push(listener),
    onReset: (listener) => void resetListeners.push(listener),
  };
}

function topicsFrom(entries: string): readonly Topic[] {
  return [...new Set((JSON.parse(entries) as LogEntry[]).map((entry) => entry.topic))];
}
