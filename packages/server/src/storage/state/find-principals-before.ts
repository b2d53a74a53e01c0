import { sql } from "kysely";
import { formatPrincipalKey } from "../../core/principal-key.ts";
import {
  accessAccountName,
  type Change,
  type EntityKind,
  entityId,
  type PrincipalName,
} from "../../state/change.ts";
import type { Trx } from "../engine.ts";
import { tableOf } from "../entities/entity-tables.ts";
import { fixedChunks } from "../fixed-chunks.ts";

/** The names of a principal before a change set. */
export interface PrincipalBefore {
  readonly names: readonly PrincipalName[];
  /** The email address of a user. */
  readonly email?: string | null;
}

/** Keyed by `principalKey`. A principal that is absent is new. */
export type PrincipalsBefore = ReadonlyMap<string, PrincipalBefore>;

export const principalKey = (change: Change): string => `${change.kind}:${entityId(change)}`;

interface NameRow {
  readonly id: string;
  /** Null for an access account without a name. */
  readonly name: string | null;
  readonly application_id: string | null;
  readonly email: string | null;
}

/** The tables and columns that hold the names of each kind of principal. */
const PRINCIPALS = {
  application: {
    columns: sql`id, name, null as application_id, null as email`,
    namesOf: ({ id, name }: NameRow): readonly PrincipalName[] => [
      { kind: "application", name: id },
      { kind: "application_name", name: name ?? "" },
    ],
  },
  access_account: {
    columns: sql`id, name, application_id, null as email`,
    namesOf: ({ id, name, application_id }: NameRow): readonly PrincipalName[] => [
      { kind: "access_account", name: id },
      ...(name !== null && application_id !== null ? [accessAccountName(application_id, name)] : []),
    ],
  },
  user: {
    columns: sql`id, username as name, null as application_id, email`,
    namesOf: ({ name }: NameRow): readonly PrincipalName[] => [{ kind: "user", name: name ?? "" }],
  },
  group: {
    columns: sql`id, id as name, null as application_id, null as email`,
    namesOf: ({ id }: NameRow): readonly PrincipalName[] => [{ kind: "group", name: id }],
  },
} as const;
type PrincipalKind = keyof typeof PRINCIPALS;
const isPrincipalKind = (kind: EntityKind): kind is PrincipalKind => Object.hasOwn(PRINCIPALS, kind);

/** Finds the principals of a change set that are stored now. */
export async function findPrincipalsBefore(trx: Trx, changes: readonly Change[]): Promise<PrincipalsBefore> {
  const found = new Map<string, PrincipalBefore>();
  for (const [kind, ofKind] of Map.groupBy(changes, (change) => change.kind)) {
    if (!isPrincipalKind(kind)) continue;
    const { columns, namesOf } = PRINCIPALS[kind];
    for (const chunk of fixedChunks([...new Set(ofKind.map(entityId))])) {
      const { rows } = await sql<NameRow>`
        select ${columns} from ${sql.table(tableOf(kind).table)} where id in (${sql.join(chunk)})`.execute(
        trx,
      );
      for (const row of rows)
        found.set(formatPrincipalKey(kind, row.id), {
          names: namesOf(row),
          ...(kind === "user" && { email: row.email }),
        });
    }
  }
  return found;
}

/** The principals of a kind that a change set creates, by their ids. */
export const createdIds = (
  kind: PrincipalKind,
  changes: readonly Change[],
  before: PrincipalsBefore,
): readonly string[] => [
  ...new Set(
    changes
      .filter((change) => change.op === "put" && change.kind === kind && !before.has(principalKey(change)))
      .map(entityId),
  ),
];
