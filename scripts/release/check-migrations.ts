import { MIGRATIONS } from "../../packages/server/src/storage/migrations/migrations.ts";
import {
  type SchemaMigration,
  schemaOf,
} from "../../packages/server/src/storage/migrations/schema-migration.ts";
import { findLastTag } from "./check-repository.ts";
import { failed, ok, type ReleaseStep } from "./release-step.ts";

const FOLDER = "packages/server/src/storage/migrations";
const MIGRATION_FILE = new RegExp(`^${FOLDER}/\\d{4}-`);

/** What a release promises about the tables: released migrations stay, and servers of the last release go on. */
export const compatibleTables = (migrations: readonly SchemaMigration[] = MIGRATIONS): ReleaseStep => ({
  name: "migrations",
  async run(context) {
    const { run } = context;
    const last = await findLastTag(context);
    if (last === undefined) return ok(`the first release: ${migrations.length} migrations`);
    const { stdout } = await run(["git", "ls-tree", "-r", "--name-only", last, "--", `${FOLDER}/`]);
    const released = stdout.split("\n").filter((path) => MIGRATION_FILE.test(path));
    const diff = await run(["git", "diff", "--name-only", last, "HEAD", "--", ...released]);
    const edited = released.length === 0 ? [] : diff.stdout.split("\n").filter(Boolean);
    if (edited.length > 0)
      return failed(
        `released with ${last} and changed since: ${edited.join(", ")}`,
        "undo it, and add a migration instead",
      );
    const schema = Math.max(0, ...released.map((path) => schemaOf(path.slice(FOLDER.length + 1)) ?? 0));
    const added = migrations.filter(({ name }) => (schemaOf(name) ?? 0) > schema);
    const breaking = added.filter(({ oldestSchema }) => oldestSchema > schema);
    return breaking.length === 0
      ? ok(`${added.length} since ${last} (schema ${schema}), whose servers run beside them`)
      : failed(
          `servers of ${last} (schema ${schema}) cannot run beside ${breaking.map(({ name }) => name).join(", ")}`,
          "expand in this release, and contract in the next one",
        );
  },
});
