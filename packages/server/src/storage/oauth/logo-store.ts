import type { LogoStore } from "../../oauth/stores.ts";
import { compileOnce } from "../engine/compile-once.ts";
import { ConstraintViolation } from "../engine/constraint-violation.ts";
import type { Db } from "../engine/engine.ts";
import { lookupKey } from "../statements/sql-value.ts";
import { LOGO } from "../tables/records.ts";
import type { RowOf } from "../tables/row-codec.ts";

export function createLogoStore(db: Db): LogoStore {
  const find = compileOnce<{ id: string }, RowOf<typeof LOGO>>(["id"], ({ id }) =>
    db.selectFrom("application_logos").select(LOGO.columns).where("application_id", "=", id),
  );
  return {
    async find(applicationId) {
      const [row] = (await db.executeQuery(find.with({ id: lookupKey(applicationId) }))).rows;
      return row && LOGO.fromRow(row);
    },
    async listOwners(applicationIds) {
      if (applicationIds.length === 0) return new Set();
      const rows = await db
        .selectFrom("application_logos")
        .select("application_id")
        .where("application_id", "in", applicationIds.map(lookupKey))
        .execute();
      return new Set(rows.map((row) => row.application_id));
    },
    async put(applicationId, logo) {
      const picture = LOGO.toRow(logo);
      await db
        .insertInto("application_logos")
        .columns(["application_id", ...LOGO.columns])
        // Selects from the application's row, so nothing is stored for a deleted application.
        .expression(({ selectFrom, val }) =>
          selectFrom("applications")
            .select(({ ref }) => [
              ref("applications.id").as("application_id"),
              ...LOGO.columns.map((column) => val(picture[column]).as(column)),
            ])
            .where("applications.id", "=", lookupKey(applicationId)),
        )
        .onConflict((conflict) => conflict.column("application_id").doUpdateSet(picture))
        .execute()
        .catch((error) => {
          // The application was deleted between the two halves of the statement.
          if (!(error instanceof ConstraintViolation)) throw error;
        });
    },
    async remove(applicationId) {
      await db
        .deleteFrom("application_logos")
        .where("application_id", "=", lookupKey(applicationId))
        .execute();
    },
  };
}
