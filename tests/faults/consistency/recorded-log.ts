import { DatabaseSync } from "node:sqlite";
import pg from "pg";

/** The change log, read from the database itself. */
export interface RecordedLog {
  readonly revision: number;
  readonly rows: readonly LogRow[];
  /** How many audit events name each revision. */
  readonly audited: ReadonlyMap<number, number>;
}

export interface LogRow {
  readonly revision: number;
  readonly actor: string;
  readonly entries: readonly { readonly op: string; readonly kind: string; readonly id: string }[];
}

const REVISION = "select value from revision";
const LOG = "select revision, actor, entries from change_log order by revision";
const AUDIT = "select data from audit_events where data is not null";

export async function readRecordedLog(databaseUrl: string): Promise<RecordedLog> {
  const [revision, log, audit] = databaseUrl.startsWith("sqlite:")
    ? readSqlite(databaseUrl.slice("sqlite:".length))
    : await readPostgres(databaseUrl);
  const audited = new Map<number, number>();
  for (const { data } of audit as { data: string }[]) {
    const { revision: of } = JSON.parse(data) as { revision?: number };
    if (of !== undefined) audited.set(of, (audited.get(of) ?? 0) + 1);
  }
  return {
    revision: Number((revision as { value: string }[])[0]?.value),
    rows: (log as { revision: string; actor: string; entries: string }[]).map((row) => ({
      revision: Number(row.revision),
      actor: row.actor,
      entries: JSON.parse(row.entries),
    })),
    audited,
  };
}

function readSqlite(file: string): readonly (readonly unknown[])[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return [REVISION, LOG, AUDIT].map((statement) => database.prepare(statement).all());
  } finally {
    database.close();
  }
}

async function readPostgres(databaseUrl: string): Promise<readonly (readonly unknown[])[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const results: unknown[][] = [];
    for (const statement of [REVISION, LOG, AUDIT]) results.push((await client.query(statement)).rows);
    return results;
  } finally {
    await client.end();
  }
}
