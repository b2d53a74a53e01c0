import { sql } from "kysely";
import { signInNameRows } from "../accounts/sign-in-name-rows.ts";
import type { WritingTrx } from "../engine.ts";
import { fixedChunks } from "../fixed-chunks.ts";
import type { RenamedUser } from "./find-renamed-users.ts";

/** Writes the folded names of users that `folded_username` and `folded_email` do not have. Few users have any. */
export async function writeSignInNames(trx: WritingTrx, renamed: readonly RenamedUser[]): Promise<void> {
  const replaced = renamed.filter(({ isNew }) => !isNew).map(({ user }) => user.id);
  for (const chunk of fixedChunks(replaced))
    await sql`delete from sign_in_names where user_id in (${sql.join(chunk)})`.execute(trx.later());
  for (const row of renamed.flatMap(({ user }) => signInNameRows(user)))
    await trx.later().insertInto("sign_in_names").values(row).execute();
}
