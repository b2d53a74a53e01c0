import { sql } from "kysely";
import type { ExpiringSecretStore } from "../../directory/directory-store.ts";
import type { Db } from "../engine/engine.ts";

interface Row {
  readonly id: string;
  readonly owner: string;
  readonly hint: string;
  readonly expires_at: number;
  readonly application_id: string | null;
}

export function createExpiringSecretStore(db: Db): ExpiringSecretStore {
  return {
    async page({ from, until, after, limit }) {
      const begin = after ?? { expiresAt: from, id: "" };
      // `is not null` shows the engines that a partial index contains all of these rows.
      const { rows } = await sql<Row>`
        select secrets.id, secrets.owner, secrets.hint, secrets.expires_at, access_accounts.application_id
        from secrets left join access_accounts on access_accounts.id = secrets.owner
        where secrets.expires_at is not null and secrets.expires_at > ${from} and secrets.expires_at <= ${until}
          and (secrets.expires_at, secrets.id) > (${begin.expiresAt}, ${begin.id})
        order by secrets.expires_at, secrets.id limit ${limit}`.execute(db);
      return rows.map(({ id, owner, hint, expires_at: expiresAt, application_id: applicationId }) => ({
        id,
        hint,
        expiresAt,
        owner:
          applicationId === null
            ? { kind: "application", id: owner, applicationId: owner }
            : { kind: "access_account", id: owner, applicationId },
      }));
    },
  };
}
