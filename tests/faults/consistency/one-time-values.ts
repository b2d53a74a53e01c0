import { raceCode, raceRefreshToken } from "../../security/race.ts";
import { createTestDatabase, type TestEngine } from "../../support/databases.ts";
import { spawnLicet } from "../../support/spawn-licet.ts";
import { startStorefront } from "../../support/start-storefront.ts";

const CALLERS = 50;

export interface RaceReport {
  readonly seconds: number;
  readonly rounds: number;
  readonly callers: number;
  readonly violations: readonly string[];
}

/** One code, and one refresh token, used by fifty callers at once, again and again; on PostgreSQL at two processes. */
export async function raceOneTimeValues(engine: TestEngine, rounds: number): Promise<RaceReport> {
  const database = await createTestDatabase(engine);
  const front = await startStorefront({ database });
  const other =
    engine === "postgres"
      ? await spawnLicet({ databaseUrl: database.url, arguments: ["--base-url", front.url] })
      : undefined;
  const nodes = other ? [front, other] : [front];
  const violations: string[] = [];
  const startedAt = performance.now();
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const race of [raceCode, raceRefreshToken])
        await race(front, nodes, CALLERS).catch((error: Error) =>
          violations.push(`${race.name}, round ${round}: ${error.message}`),
        );
    }
  } finally {
    await other?.stop();
    await front.stop();
    await database.drop();
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  return { seconds, rounds, callers: CALLERS, violations };
}
