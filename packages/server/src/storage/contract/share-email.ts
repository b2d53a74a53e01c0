import { foldCase } from "../../core/values/fold-case.ts";
import { runSql } from "./run-sql.ts";

/** Gives a user the address of another user in a different case, directly in the database: Licet refuses it. */
export async function shareEmail(url: string, userId: string, email: string): Promise<void> {
  await runSql(
    url,
    `update users set email = '${email}', folded_email = '${foldCase(email)}' where id = '${userId}'`,
  );
}
