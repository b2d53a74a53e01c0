import { foldCase } from "../../core/values/fold-case.ts";
import { runSql } from "./run-sql.ts";

/** Gives a user a username directly in the database, as older versions did: Licet refuses names that look alike. */
export async function renameDirectly(url: string, userId: string, username: string): Promise<void> {
  await runSql(
    url,
    `update users set username = '${username}', folded_username = '${foldCase(username)}' where id = '${userId}'`,
  );
}
