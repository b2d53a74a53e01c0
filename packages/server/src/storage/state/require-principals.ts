import {
  formatPrincipalKey,
  PRINCIPAL_TYPES,
  type PrincipalKey,
  type PrincipalType,
  parsePrincipalKey,
} from "@licet/engine/values/principal-key.ts";
import { type RawBuilder, sql } from "kysely";
import { ConflictError } from "../../core/errors.ts";
import { type Change, entityId } from "../../state/change.ts";
import type { Trx } from "../engine.ts";
import { fixedChunks } from "../fixed-chunks.ts";

const TABLES: Readonly<Record<PrincipalType, string>> = {
  user: "users",
  group: "groups",
  application: "applications",
  access_account: "access_accounts",
};

/**
 * Throws unless every principal that gets a role, a permission or a membership exists after the change set. Otherwise
 * the next principal of that name would have it from the start.
 */
export async function requirePrincipals(trx: Trx, changes: readonly Change[]): Promise<void> {
  for (const [kind, table, column] of [
    ["assignment", "assignments", "principal"],
    ["membership", "group_members", "member"],
  ] as const) {
    const ids = changes.filter((change) => change.op === "put" && change.kind === kind).map(entityId);
    for (const chunk of fixedChunks([...new Set(ids)])) {
      const named = sql.ref(`given.${column}`);
      const { rows } = await sql<{ principal: PrincipalKey }>`
        select ${named} as principal from ${sql.table(table)} as given
        where id in (${sql.join(chunk)}) and ${named} <> 'user:*' and not (${principalExists(named)}) limit 1`.execute(
        trx,
      );
      if (rows[0]) throw missing(kind, rows[0].principal);
    }
  }
}

const principalExists = (key: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(
    PRINCIPAL_TYPES.map((type) => {
      // All keys of a type begin with the key of an empty id.
      const prefix = formatPrincipalKey(type, "");
      return sql`(substr(${key}, 1, ${sql.lit(prefix.length)}) = ${sql.lit(prefix)}
        and exists (select 1 from ${sql.table(TABLES[type])} p where p.id = substr(${key}, ${sql.lit(prefix.length + 1)})))`;
    }),
    sql` or `,
  );

function missing(kind: "assignment" | "membership", principal: PrincipalKey): ConflictError {
  const { type: owner, id } = parsePrincipalKey(principal);
  const noun = `${/^[aeiou]/.test(owner) && owner !== "user" ? "an" : "a"} ${owner.replace("_", " ")}`;
  return new ConflictError(`${kind}: it names ${noun} that does not exist: ${id}`, {
    conflict: { code: "owner_missing", kind: owner },
  });
}
