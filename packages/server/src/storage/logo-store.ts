import type { Logo, LogoStore } from "../oauth/stores.ts";
import { compileOnce } from "./compile-once.ts";
import { ConstraintViolation } from "./constraint-violation.ts";
import type { Db } from "./engine.ts";
import type { Database } from "./schema.ts";
import { lookupKey } from "./sql-value.ts";

export function createLogoStore(db: Db): LogoStore {
  const find = compileOnce<{ id: string }, Omit<Database["application_logos"], "application_id">>(
    ["id"],
    ({ id }) =>
      db
        .selectFrom("application_logos")
        .select(["media_type", "bytes", "digest"])
        .where("application_id", "=", id),
  );
  return {
    async find(applicationId) {
      const [row] = (await db.executeQuery(find.with({ id: lookupKey(applicationId) }))).rows;
      if (row === undefined) return undefined;
      return {
        mediaType: row.media_type as Logo["mediaType"],
        bytes: Buffer.from(row.bytes, "base64"),
        digest: row.digest,
      };
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
    async put(applicationId, { mediaType, bytes, digest }) {
      const picture = { media_type: mediaType, bytes: Buffer.from(bytes).toString("base64"), digest };
      await db
        .insertInto("application_logos")
        .columns(["application_id", "media_type", "bytes", "digest"])
        // Selects from the application's row, so nothing is stored for a deleted application.
        .expression(({ selectFrom, val }) =>
          selectFrom("applications")
            .select(({ ref }) => [
              ref("applications.id").as("application_id"),
              val(picture.media_type).as("media_type"),
              val(picture.bytes).as("bytes"),
              val(picture.digest).as("digest"),
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
