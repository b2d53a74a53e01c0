import type { ChangeListener, Topic } from "../../core/feed/change-feed.ts";
import { LONGEST_CATCH_UP, type LogEntry, type LogRow } from "./change-log.ts";

/** Both engines share this part of a feed: it keeps the listeners and passes on the changes that were read. */
export interface Announcer {
  readonly revision: number;
  /**
   * Announces what a reading of the changes after revision `after` has found, in order. One reading runs at a time;
   * only the commits of this node may have been announced meanwhile.
   */
  announce(rows: readonly LogRow[], after?: number): void;
  onChange(listener: ChangeListener): void;
  onReset(listener: () => void): void;
}

/** `onWentBack` is called when the database has a lower revision than before. It throws if that cannot be accepted. */
export function createAnnouncer(
  startRevision: number,
  onWentBack: (present: number, known: number) => void = () => {},
): Announcer {
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
    announce(rows, after = revision) {
      const newest = rows[0]?.newest;
      if (newest === undefined) throw new Error("the revision row is missing");
      if (newest < after) onWentBack(newest, after);
      // Cached data may come from commits that the database no longer has.
      if (newest < after || newest - revision > LONGEST_CATCH_UP) return reset(newest);
      for (const { revision: next, entries } of rows) {
        if (next === null || entries === null || next <= revision) continue;
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
