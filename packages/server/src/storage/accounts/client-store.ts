import { ID_PREFIXES } from "@licet/engine/values/id-prefixes.ts";
import type { Secret } from "../../accounts/entities.ts";
import type { ClientStore } from "../../accounts/stores.ts";
import { KINDS } from "../../directory/kinds/kinds.ts";
import { compileOnce } from "../compile-once.ts";
import type { Engine } from "../engine.ts";
import { type AfterJoin, isPresent, revisionFrom } from "../joined-row.ts";
import { optional } from "../optional-values.ts";
import type { EntitySchema } from "../schema.ts";
import { lookupKey } from "../sql-value.ts";
import { registrationsFrom } from "./redirect-registrations.ts";

/**
 * The columns of a secret beside those of its owner: one row for each secret, and one row with nulls when there is
 * none.
 */
interface SecretColumns {
  secret_id: string | null;
  secret_hash: string;
  secret_hint: string;
  secret_created_at: number;
  secret_expires_at: number | null;
  secret_last_used_at: number | null;
}
type ApplicationRow = EntitySchema["applications"] & SecretColumns;
type AccessAccountRow = EntitySchema["access_accounts"] & SecretColumns;

const SECRET_COLUMNS = [
  "secrets.id as secret_id",
  "secrets.hash as secret_hash",
  "secrets.hint as secret_hint",
  "secrets.created_at as secret_created_at",
  "secrets.expires_at as secret_expires_at",
  "secrets.last_used_at as secret_last_used_at",
] as const;

export function createClientStore({ db, transactions }: Pick<Engine, "db" | "transactions">): ClientStore {
  const findApplication = compileOnce<{ id: string }, AfterJoin<ApplicationRow>>(["id"], ({ id }) =>
    db
      .selectFrom("revision")
      .leftJoin("applications", (join) => join.on("applications.id", "=", id))
      .leftJoin("secrets", "secrets.owner", "applications.id")
      .select(["revision.value as current_revision", "applications.id", ...SECRET_COLUMNS])
      .select(["applications.recreated_at", "applications.redirect_registrations"])
      .select(KINDS.application.columns.map((column) => `applications.${column}` as const))
      .$castTo<AfterJoin<ApplicationRow>>(),
  );
  const findAccessAccount = compileOnce<{ id: string }, AfterJoin<AccessAccountRow>>(["id"], ({ id }) =>
    db
      .selectFrom("revision")
      .leftJoin("access_accounts", (join) => join.on("access_accounts.id", "=", id))
      .leftJoin("secrets", "secrets.owner", "access_accounts.id")
      .select(["revision.value as current_revision", "access_accounts.id", ...SECRET_COLUMNS])
      .select("access_accounts.recreated_at")
      .select(KINDS.access_account.columns.map((column) => `access_accounts.${column}` as const))
      .$castTo<AfterJoin<AccessAccountRow>>(),
  );
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
        const { rows } = await db.executeQuery(findAccessAccount.with({ id }));
        const found = rows.filter(isPresent<AccessAccountRow>);
        const [row] = found;
        const value = row && {
          accessAccount: KINDS.access_account.fromRow(row),
          secrets: secretsFrom(found),
          ...optional("recreatedAt", row.recreated_at),
        };
        return { revision: revisionFrom(rows), value };
      }
      const { rows } = await db.executeQuery(findApplication.with({ id }));
      const found = rows.filter(isPresent<ApplicationRow>);
      const [row] = found;
      const value = row && {
        application: KINDS.application.fromRow(row),
        redirects: registrationsFrom(row),
        secrets: secretsFrom(found),
        ...optional("recreatedAt", row.recreated_at),
      };
      return { revision: revisionFrom(rows), value };
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

const secretsFrom = (rows: readonly ({ id: string } & SecretColumns)[]): readonly Secret[] =>
  rows.flatMap((row) =>
    row.secret_id === null
      ? []
      : [
          {
            id: row.secret_id,
            owner: row.id,
            hash: row.secret_hash,
            hint: row.secret_hint,
            createdAt: row.secret_created_at,
            ...optional("expiresAt", row.secret_expires_at),
            ...optional("lastUsedAt", row.secret_last_used_at),
          },
        ],
  );
