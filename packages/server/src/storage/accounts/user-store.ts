import type { UserStore } from "../../accounts/stores.ts";
import { foldCase } from "../../core/values/fold-case.ts";
import { foldSignInName } from "../../core/values/fold-sign-in-name.ts";
import { KINDS } from "../../directory/kinds/kinds.ts";
import { compileOnce } from "../engine/compile-once.ts";
import type { Db } from "../engine/engine.ts";
import { type AfterJoin, isPresent, revisionFrom } from "../statements/joined-row.ts";
import { lookupKey } from "../statements/sql-value.ts";
import type { EntitySchema } from "../tables/schema.ts";
import type { SignInMember } from "./sign-in-name-rows.ts";

export function createUserStore(db: Db): UserStore {
  const find = compileOnce<{ id: string }, AfterJoin<EntitySchema["users"]>>(["id"], ({ id }) =>
    db
      .selectFrom("revision")
      .leftJoin("users", (join) => join.on("users.id", "=", id))
      .select(["revision.value as current_revision", "users.id", ...KINDS.user.columns])
      .$castTo<AfterJoin<EntitySchema["users"]>>(),
  );
  /** At most two users, by a unique name or by one that several may have. */
  const createFindIds = (column: "username" | "folded_email") =>
    compileOnce<{ name: string }, { current_revision: number; id: string | null }>(["name"], ({ name }) =>
      db
        .selectFrom("revision")
        .leftJoin("users", (join) => join.on(`users.${column}`, "=", name))
        .select(["revision.value as current_revision", "users.id"])
        .limit(2),
    );
  const findByUsername = createFindIds("username");
  const findByEmail = createFindIds("folded_email");
  const findOwners = compileOnce<{ name: string }, { id: string }>(["name"], ({ name }) => {
    const ofMember = (member: SignInMember) =>
      db.selectFrom("users").select("id").where(`folded_${member}`, "=", name);
    return ofMember("username")
      .union(ofMember("email"))
      .union(db.selectFrom("sign_in_names").select("user_id as id").where("name", "=", name))
      .limit(2);
  });
  return {
    async find(id) {
      const { rows } = await db.executeQuery(find.with({ id: lookupKey(id) }));
      const user = rows.find(isPresent<EntitySchema["users"]>);
      return { revision: revisionFrom(rows), value: user && KINDS.user.fromRow(user) };
    },
    async findIdByUsername(username) {
      const { rows } = await db.executeQuery(findByUsername.with({ name: lookupKey(username) }));
      return { revision: revisionFrom(rows), value: rows[0]?.id ?? undefined };
    },
    async findIdsBySignInName(name) {
      const { rows } = await db.executeQuery(findOwners.with({ name: lookupKey(foldSignInName(name)) }));
      return rows.map(({ id }) => id);
    },
    async findIdByEmail(email) {
      const { rows } = await db.executeQuery(findByEmail.with({ name: lookupKey(foldCase(email)) }));
      const [first, another] = rows;
      return { revision: revisionFrom(rows), value: another ? undefined : (first?.id ?? undefined) };
    },
  };
}
