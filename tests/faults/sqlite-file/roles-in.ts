import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** The names of the roles in the file that the path leads to now; none when there is no file that can be read. */
export function rolesIn(file: string): ReadonlySet<string> {
  if (!existsSync(file)) return new Set();
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return new Set(
      database
        .prepare("select id from roles")
        .all()
        .map(({ id }) => String(id)),
    );
  } catch {
    // A new file without tables, or one that two processes have damaged.
    return new Set();
  } finally {
    database.close();
  }
}
