import {
  EVERY_USER,
  formatPrincipalKey,
  type PrincipalKey,
  type PrincipalType,
  parsePrincipalKey,
} from "@licet/engine/values/principal-key.ts";
import { sql } from "kysely";
import { ConflictError } from "../../core/errors.ts";
import type { Change } from "../../state/change.ts";
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
 * the next principal of that name would have it from the start. A set names few principals many times, so each is
 * looked for once.
 */
export async function requirePrincipals(trx: Trx, changes: readonly Change[]): Promise<void> {
  const users = new Map<PrincipalType, Map<string, "assignment" | "membership">>();
  for (const change of changes) {
    const principal = principalOf(change);
    if (principal === undefined || principal === EVERY_USER) continue;
    const { type, id } = parsePrincipalKey(principal);
    const named = users.get(type) ?? new Map<string, "assignment" | "membership">();
    users.set(type, named.set(id, change.kind === "membership" ? "membership" : "assignment"));
  }
  for (const [type, named] of users)
    for (const chunk of fixedChunks([...named.keys()])) {
      const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(TABLES[type])} where id in (${sql.join(chunk)})`.execute(trx);
      if (rows.length === chunk.length) continue;
      const present = new Set(rows.map(({ id }) => id));
      const absent = chunk.find((id) => !present.has(id)) ?? "";
      throw missing(named.get(absent) ?? "assignment", formatPrincipalKey(type, absent));
    }
}

function principalOf(change: Change): PrincipalKey | undefined {
  if (change.op === "delete") return undefined;
  if (change.kind === "assignment") return change.value.principal;
  return change.kind === "membership" ? change.value.member : undefined;
}

function missing(kind: "assignment" | "membership", principal: PrincipalKey): ConflictError {
  const { type: owner, id } = parsePrincipalKey(principal);
  const noun = `${/^[aeiou]/.test(owner) && owner !== "user" ? "an" : "a"} ${owner.replace("_", " ")}`;
  return new ConflictError(`${kind}: it names ${noun} that does not exist: ${id}`, {
    conflict: { code: "owner_missing", kind: owner },
  });
}
