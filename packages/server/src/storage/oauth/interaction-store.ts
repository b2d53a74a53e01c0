import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { sql } from "kysely";
import type { FinishedInteraction, InteractionStore } from "../../oauth/stores.ts";
import { compileOnce } from "../engine/compile-once.ts";
import type { Engine } from "../engine/engine.ts";
import { insertWithin } from "../statements/insert-within.ts";
import { lookupKey } from "../statements/sql-value.ts";
import { INTERACTION } from "../tables/records.ts";
import type { Database } from "../tables/schema.ts";

type InteractionRow = Database["interactions"];

export function createInteractionStore(engine: Engine): InteractionStore {
  const { db } = engine;
  const insert = insertWithin(
    engine,
    "interactions",
    COLUMNS,
    sql`finished_at is null and signed_in is null`,
  );
  const dropOldest = compileOnce<{ browserHash: string; kept: number }, unknown>(
    ["browserHash", "kept"],
    ({ browserHash, kept }) => {
      const newest = db
        .selectFrom("interactions as newer")
        .select("newer.id")
        .where("newer.browser_hash", "=", browserHash)
        .orderBy("newer.created_at", "desc")
        .orderBy("newer.id")
        .limit(kept);
      return db
        .deleteFrom("interactions")
        .where("browser_hash", "=", browserHash)
        .where("id", "not in", newest);
    },
  );
  const find = compileOnce<{ id: string }, InteractionRow>(["id"], ({ id }) =>
    db.selectFrom("interactions").select(ALL_COLUMNS).where("id", "=", id).where("finished_at", "is", null),
  );
  const findFinished = compileOnce<{ id: string }, InteractionRow>(["id"], ({ id }) =>
    db
      .selectFrom("interactions")
      .select(ALL_COLUMNS)
      .where("id", "=", id)
      .where("finished_at", "is not", null),
  );
  const noteSignIn = compileOnce<{ id: string; signedIn: string }, unknown>(
    ["id", "signedIn"],
    ({ id, signedIn }) =>
      db
        .updateTable("interactions")
        .set({ signed_in: signedIn })
        .where("id", "=", id)
        .where("finished_at", "is", null),
  );
  // One statement deletes an answered interaction: exactly one of many requests deletes the row.
  const consume = compileOnce<{ id: string; now: EpochSeconds }, { id: string }>(
    ["id", "now"],
    ({ id, now }) =>
      db
        .deleteFrom("interactions")
        .where("id", "=", id)
        .where("expires_at", ">", now)
        .where("finished_at", "is", null)
        .returning("id"),
  );
  // One statement overwrites the request of a finished interaction: exactly one of many callers overwrites it.
  const finish = compileOnce<{ id: string; now: EpochSeconds; left: string }, { id: string }>(
    ["id", "now", "left"],
    ({ id, now, left }) =>
      db
        .updateTable("interactions")
        .set({ finished_at: now, purpose: left, signed_in: null })
        .where("id", "=", id)
        .where("expires_at", ">", now)
        .where("finished_at", "is", null)
        .returning("id"),
  );

  return {
    insert: (idHash, interaction, { hold, othersOfBrowser } = {}) => {
      const browserHash = lookupKey(interaction.browserHash);
      const drop =
        othersOfBrowser === undefined ? undefined : dropOldest.with({ browserHash, kept: othersOfBrowser });
      return insert({ id: idHash, ...INTERACTION.toRow(interaction), finished_at: null }, hold, drop);
    },
    async find(idHash) {
      const { rows } = await db.executeQuery(find.with({ id: lookupKey(idHash) }));
      return rows[0] && INTERACTION.fromRow(rows[0]);
    },
    async noteSignIn(idHash, signedIn) {
      const id = lookupKey(idHash);
      await db.executeQuery(noteSignIn.with({ id, signedIn: JSON.stringify(signedIn) }));
    },
    async consume(idHash, now) {
      return (await db.executeQuery(consume.with({ id: lookupKey(idHash), now }))).rows.length === 1;
    },
    async finish(idHash, now, left) {
      const given = { id: lookupKey(idHash), now, left: JSON.stringify(left) };
      return (await db.executeQuery(finish.with(given))).rows.length === 1;
    },
    async findFinished(idHash) {
      const { rows } = await db.executeQuery(findFinished.with({ id: lookupKey(idHash) }));
      return rows[0] && fromFinishedRow(rows[0]);
    },
    async endAllOfBrowser(browserHash) {
      await db.deleteFrom("interactions").where("browser_hash", "=", lookupKey(browserHash)).execute();
    },
  };
}

const COLUMNS = ["id", ...INTERACTION.columns, "finished_at"] as const;

const ALL_COLUMNS = [...COLUMNS, "held_by"] as const;

function fromFinishedRow(row: InteractionRow): FinishedInteraction {
  const left: Pick<FinishedInteraction, "applicationId" | "sessionId" | "uiLocales"> = JSON.parse(
    row.purpose,
  );
  return { ...left, browserHash: row.browser_hash, expiresAt: row.expires_at };
}
