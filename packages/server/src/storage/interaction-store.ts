import type { EpochSeconds } from "../core/time.ts";
import type { Interaction, InteractionStore } from "../oauth/stores.ts";
import { compileOnce } from "./compile-once.ts";
import type { Db } from "./engine.ts";
import { optional, readOptionalJson, writeOptionalJson } from "./entities/entity-table.ts";
import type { Database } from "./schema.ts";
import { lookupKey, type Row } from "./sql-value.ts";

type InteractionRow = Database["interactions"];

export function createInteractionStore(db: Db): InteractionStore {
  const insert = compileOnce<InteractionRow & Row, unknown>(COLUMNS, (row) =>
    db.insertInto("interactions").values(row),
  );
  const find = compileOnce<{ id: string }, InteractionRow>(["id"], ({ id }) =>
    db.selectFrom("interactions").selectAll().where("id", "=", id),
  );
  const noteSignIn = compileOnce<{ id: string; signedIn: string }, unknown>(
    ["id", "signedIn"],
    ({ id, signedIn }) => db.updateTable("interactions").set({ signed_in: signedIn }).where("id", "=", id),
  );
  // What was answered is gone. One statement: of many callers exactly one deletes the row.
  const consume = compileOnce<{ id: string; now: EpochSeconds }, { id: string }>(
    ["id", "now"],
    ({ id, now }) =>
      db.deleteFrom("interactions").where("id", "=", id).where("expires_at", ">", now).returning("id"),
  );

  return {
    async insert(idHash, interaction) {
      await db.executeQuery(insert.with(toRow(idHash, interaction)));
    },
    async find(idHash) {
      const { rows } = await db.executeQuery(find.with({ id: lookupKey(idHash) }));
      return rows[0] && fromRow(rows[0]);
    },
    async noteSignIn(idHash, signedIn) {
      const id = lookupKey(idHash);
      await db.executeQuery(noteSignIn.with({ id, signedIn: JSON.stringify(signedIn) }));
    },
    async consume(idHash, now) {
      return (await db.executeQuery(consume.with({ id: lookupKey(idHash), now }))).rows.length === 1;
    },
    async endOfBrowser(browserHash) {
      await db.deleteFrom("interactions").where("browser_hash", "=", lookupKey(browserHash)).execute();
    },
  };
}

const COLUMNS = ["id", "purpose", "browser_hash", "created_at", "expires_at", "signed_in"] as const;

const toRow = (id: string, interaction: Omit<Interaction, "id">): InteractionRow & Row => ({
  id,
  purpose: JSON.stringify(interaction.purpose),
  browser_hash: interaction.browserHash,
  created_at: interaction.createdAt,
  expires_at: interaction.expiresAt,
  signed_in: writeOptionalJson(interaction.signedIn),
});

const fromRow = (row: InteractionRow): Omit<Interaction, "id"> => ({
  purpose: JSON.parse(row.purpose),
  browserHash: row.browser_hash,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  ...optional("signedIn", readOptionalJson<NonNullable<Interaction["signedIn"]>>(row.signed_in)),
});
