import { sql } from "kysely";
import { VersionMismatchError } from "../../core/errors/errors.ts";
import type { EntityKind } from "../../directory/change.ts";
import { kindOf } from "../../directory/kinds/kinds.ts";
import type { Trx } from "../engine/engine.ts";
import { fixedChunks } from "../statements/fixed-chunks.ts";
import { lookupKey } from "../statements/sql-value.ts";

export interface ExpectedVersion {
  readonly kind: EntityKind;
  readonly id: string;
  /** Absent: the entity does not exist. */
  readonly version?: number;
}

/** Throws unless every entity has the version that the caller has read. */
export async function requireVersions(trx: Trx, expected: readonly ExpectedVersion[]): Promise<void> {
  for (const [kind, ofKind] of Map.groupBy(expected, ({ kind }) => kind)) {
    for (const chunk of fixedChunks(ofKind)) {
      const ids = sql.join(chunk.map(({ id }) => lookupKey(id)));
      const { rows } = await sql<{ id: string; version: number }>`
        select id, version from ${sql.table(kindOf(kind).table)} where id in (${ids})`.execute(trx);
      const present = new Map(rows.map(({ id, version }) => [id, version]));
      for (const { id, version } of chunk) requireVersion(kind, id, version, present.get(id));
    }
  }
}

function requireVersion(
  kind: EntityKind,
  id: string,
  expected: number | undefined,
  present: number | undefined,
): void {
  if (expected === present) return;
  const noun = `${kind.replace("_", " ")} ${JSON.stringify(id)}`;
  if (present === undefined) throw new VersionMismatchError(`${noun}: it does not exist any more`);
  if (expected === undefined) throw new VersionMismatchError(`${noun}: it exists already`);
  throw new VersionMismatchError(`${noun}: it is at version ${present}, not ${expected}`);
}
