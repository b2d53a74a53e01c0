import type { BenchContext } from "../bench-context.ts";
import { unassignedUsers } from "../contents.ts";
import { createCheckLoad, fetchAuthorization } from "../loads/check-loads.ts";
import { type Imported, importAssignments } from "../loads/import-assignments.ts";
import { createQuestions, ROLES_PER_USER } from "../permission-population.ts";
import { IMPORT_PERMISSIONS, importer } from "../population.ts";
import { measure } from "../report/measurement.ts";
import type { RowResult, Target, Verdict } from "../report/result.ts";
import { computeSpread } from "../report/statistics.ts";
import { startServer } from "../server-process.ts";
import { createLicet, createLicetOnPostgres, type TokenSubject } from "../subject.ts";

const WORK = "bulk_import";
/** Of 200,000 assignments, and with `--full` of a million. */
const USERS = 20_000;
/** Each needs a database of its own. */
const MOST_ROUNDS = 3;
/** The questions about the imported assignments, after each import. */
const CHECKS = 1_000;

/** `POST /api/v1/import` of assignments for users and roles that are there, on both engines in turn. */
export async function measureBulkImport(context: BenchContext): Promise<RowResult> {
  const { databases, full } = context;
  const users = full ? context.users : Math.min(context.users, USERS);
  const content = unassignedUsers(users);
  const embedded: Imported[] = [];
  const onPostgres: Imported[] = [];
  for (let round = 1; round <= Math.min(context.rounds, MOST_ROUNDS); round++) {
    const copy = `import-${round}`;
    embedded.push(await importInto(context, users, createLicet(await databases.inFolder(content, copy))));
    onPostgres.push(await importInto(context, users, await createLicetOnPostgres(databases, content, copy)));
  }
  const size = `${(users * ROLES_PER_USER).toLocaleString("en")} assignments`;
  return {
    rates: [],
    verdicts: [
      ...createVerdicts(size, "SQLite", embedded),
      ...createVerdicts(size, "PostgreSQL", onPostgres),
    ],
  };
}

async function importInto(context: BenchContext, users: number, licet: TokenSubject): Promise<Imported> {
  const server = await startServer(licet.command);
  try {
    const authorization = await fetchAuthorization(licet, server, importer, IMPORT_PERMISSIONS);
    const imported = await importAssignments(server, authorization, users, licet.readDatabaseSeconds);
    context.progress(`${WORK}: ${licet.name}: ${Math.round(imported.perSecond)} assignments/s`);
    // What was imported must also be what is decided.
    const load = createCheckLoad(await fetchAuthorization(licet, server), createQuestions(users));
    await measure(server, { ...load, seconds: 60, requests: CHECKS, sampleEvery: 1 });
    return imported;
  } finally {
    await server.stop();
  }
}

function createVerdicts(size: string, engine: string, imports: readonly Imported[]): Verdict[] {
  const verdict = (
    measure: string,
    member: keyof Imported,
    unit: Verdict["unit"],
    target?: Target,
  ): Verdict => ({
    work: WORK,
    measure: `${measure}, ${engine}`,
    value: computeSpread(imports.map((one) => one[member])),
    unit,
    ...(target && { target }),
  });
  return [
    verdict(`rate of ${size}`, "perSecond", "/s", { atLeast: 20_000 }),
    verdict("CPU of an assignment", "microseconds", "µs"),
    verdict("largest resident set", "peakMegabytes", "MB"),
  ];
}
