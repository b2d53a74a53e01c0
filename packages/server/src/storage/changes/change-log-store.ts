import { isEntityKind } from "../../directory/kinds/kinds.ts";
import type { ChangeLogStore, LoggedChange } from "../../operations/stores.ts";
import { compileOnce } from "../engine/compile-once.ts";
import type { Db } from "../engine/engine.ts";
import type { LogEntry } from "./change-log.ts";

interface Row {
  readonly newest: number;
  readonly revision: number | null;
  readonly at: number | null;
  readonly actor: string | null;
  readonly entries: string | null;
}

export function createChangeLogStore(db: Db): ChangeLogStore {
  // One statement reads the rows and the newest revision from one snapshot.
  const logAfter = compileOnce<{ after: number; limit: number }, Row>(
    ["after", "limit"],
    ({ after, limit }) =>
      db
        .selectFrom("revision")
        .leftJoin(
          (log) =>
            log
              .selectFrom("change_log")
              .select(["revision", "at", "actor", "entries"])
              .where("change_log.revision", ">", after)
              .orderBy("change_log.revision")
              .limit(limit)
              .as("log"),
          (join) => join.onTrue(),
        )
        .select(["revision.value as newest", "log.revision", "log.at", "log.actor", "log.entries"])
        .orderBy("log.revision"),
  );

  return {
    async listAfter(revision, limit) {
      const { rows } = await db.executeQuery(logAfter.with({ after: revision, limit }));
      const [first] = rows;
      if (first === undefined) throw new Error("the revision row is missing");
      if (first.newest === revision) return { changes: [], complete: true };
      // The log was swept, or the reader is ahead of a database that was restored from a backup.
      if (first.revision !== revision + 1) return { changes: [], complete: false };
      return { changes: rows.flatMap(loggedChange), complete: true };
    },
  };
}

function loggedChange({ revision, at, actor, entries }: Row): readonly LoggedChange[] {
  if (revision === null || at === null || actor === null || entries === null) return [];
  const changes = (JSON.parse(entries) as LogEntry[]).flatMap(({ op, kind, id }) =>
    // Signing keys and revoked tokens are logged for the caches. Their revisions are listed too, so that readers see no gap.
    isEntityKind(kind) ? [{ op, kind, id }] : [],
  );
  return [{ revision, at, actor, changes }];
}
