import { ID_PREFIXES } from "@licet/engine/internal/values/id-prefixes.ts";
import type { Secret } from "../../accounts/entities.ts";
import type { ClientStore } from "../../accounts/stores.ts";
import { KINDS, kindOf } from "../../directory/kinds/kinds.ts";
import { compileOnce } from "../engine/compile-once.ts";
import type { Db, Engine } from "../engine/engine.ts";
import { type AfterJoin, isPresent, revisionFrom } from "../statements/joined-row.ts";
import { optional } from "../statements/optional-values.ts";
import { lookupKey, type SqlValue } from "../statements/sql-value.ts";
import type { EntitySchema } from "../tables/schema.ts";
import { registrationsFrom } from "./redirect-registrations.ts";

/**
 * The columns of a secret beside those of its owner: one row for each secret, and one row with nulls when there is
 * none.
 */
type WithSecret<R> = R & { secret_id: string | null };

const SECRET_COLUMNS = ["id" as const, ...KINDS.secret.columns];

export function createClientStore({ db, transactions }: Pick<Engine, "db" | "transactions">): ClientStore {
  const findApplication = createFind(db, "applications", [
    ...KINDS.application.columns,
    "recreated_at",
    "redirect_registrations",
  ]);
  const findAccessAccount = createFind(db, "access_accounts", [
    ...KINDS.access_account.columns,
    "recreated_at",
  ]);
  const recordUse = compileOnce<{ id: string; at: number }, unknown>(["id", "at"], ({ id, at }) =>
    db
      .updateTable("secrets")
      .set({ last_used_at: at })
      .where("id", "=", id)
      .where((where) => where.or([where("last_used_at", "is", null), where("last_used_at", "<", at)])),
  );

  return {
    async find(clientId) {
      const id = lookupKey(clientId);
      if (id.startsWith(ID_PREFIXES.accessAccount)) {
        const { revision, row, secrets } = await findAccessAccount(id);
        const value = row && {
          accessAccount: KINDS.access_account.fromRow(row),
          secrets,
          ...optional("recreatedAt", row.recreated_at),
        };
        return { revision, value };
      }
      const { revision, row, secrets } = await findApplication(id);
      const value = row && {
        application: KINDS.application.fromRow(row),
        redirects: registrationsFrom(row),
        secrets,
        ...optional("recreatedAt", row.recreated_at),
      };
      return { revision, value };
    },

    async recordUse(lastUsed) {
      if (lastUsed.size === 0) return;
      // Every node uses the same order: otherwise two nodes could lock the same rows crosswise and deadlock.
      const uses = [...lastUsed].sort(([a], [b]) => (a < b ? -1 : 1));
      await transactions.transact(async (trx) => {
        for (const [id, at] of uses) await trx.later().executeQuery(recordUse.with({ id, at }));
      });
    },
  };
}

/** Finds a client with its secrets, by one statement. */
function createFind<T extends "applications" | "access_accounts">(
  db: Db,
  table: T,
  columns: readonly (keyof EntitySchema[T] & string)[],
) {
  type Found = WithSecret<EntitySchema[T]>;
  const statement = compileOnce<{ id: string }, AfterJoin<Found>>(["id"], ({ id }) =>
    db
      .selectFrom("revision")
      .leftJoin(table as "applications", (join) => join.on(`${table as "applications"}.id`, "=", id))
      .leftJoin("secrets", "secrets.owner", `${table as "applications"}.id`)
      .select(["revision.value as current_revision", `${table as "applications"}.id`])
      .select(SECRET_COLUMNS.map((column) => `secrets.${column} as secret_${column}` as const))
      .select(columns.map((column) => `${table}.${column}` as "applications.name"))
      .$castTo<AfterJoin<Found>>(),
  );
  return async (id: string) => {
    const { rows } = await db.executeQuery(statement.with({ id }));
    const found = rows.filter(isPresent<Found>);
    return { revision: revisionFrom(rows), row: found[0], secrets: found.flatMap(secretsFrom) };
  };
}

function secretsFrom(row: WithSecret<object>): readonly Secret[] {
  if (row.secret_id === null) return [];
  const columns = row as unknown as Readonly<Record<string, SqlValue>>;
  const secret = Object.fromEntries(SECRET_COLUMNS.map((column) => [column, columns[`secret_${column}`]]));
  return [kindOf("secret").fromRow(secret)];
}
