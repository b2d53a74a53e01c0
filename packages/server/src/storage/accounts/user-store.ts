import type { UserStore } from "../../accounts/stores.ts";
import { compileOnce } from "../compile-once.ts";
import type { Db } from "../engine.ts";
import { userTable } from "../entities/account-tables.ts";
import { foldCase } from "../fold-case.ts";
import { type AfterJoin, isPresent, revisionFrom } from "../joined-row.ts";
import type { EntitySchema } from "../schema.ts";
import { lookupKey } from "../sql-value.ts";

export function createUserStore(db: Db): UserStore {
  const find = compileOnce<{ id: string }, AfterJoin<EntitySchema["users"]>>(["id"], ({ id }) =>
    db
      .selectFrom("revision")
      .leftJoin("users", (join) => join.on("users.id", "=", id))
      .select(["revision.value as current_revision", "users.id", ...userTable.columns])
      .$castTo<AfterJoin<EntitySchema["users"]>>(),
  );
  const findId = compileOnce<{ username: string }, { current_revision: number; id: string | null }>(
    ["username"],
    ({ username }) =>
      db
        .selectFrom("revision")
        .leftJoin("users", (join) => join.on("users.username", "=", username))
        .select(["revision.value as current_revision", "users.id"]),
  );
  const findIds = compileOnce<{ email: string }, { current_revision: number; id: string | null }>(
    ["email"],
    ({ email }) =>
      db
        .selectFrom("revision")
        .leftJoin("users", (join) => join.on("users.folded_email", "=", email))
        .select(["revision.value as current_revision", "users.id"])
        .limit(2),
  );
  return {
    async find(id) {
      const { rows } = await db.executeQuery(find.with({ id: lookupKey(id) }));
      const user = rows.find(isPresent<EntitySchema["users"]>);
      return { revision: revisionFrom(rows), value: user && userTable.fromRow(user) };
    },
    async findIdByUsername(username) {
      const { rows } = await db.executeQuery(findId.with({ username: lookupKey(username) }));
      return { revision: revisionFrom(rows), value: rows[0]?.id ?? undefined };
    },
    async findIdByEmail(email) {
      const { rows } = await db.executeQuery(findIds.with({ email: lookupKey(foldCase(email)) }));
      return {
        revision: revisionFrom(rows),
        value: rows.length === 1 ? (rows[0]?.id ?? undefined) : undefined,
      };
    },
  };
}
