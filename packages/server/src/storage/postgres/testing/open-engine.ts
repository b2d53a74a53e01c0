import type { TestContext } from "node:test";
import { createTestDatabase } from "../../../../../../tests/support/databases.ts";
import type { Engine } from "../../engine/engine.ts";
import { openPostgres } from "../open-postgres.ts";

/** An engine on a new database, which hears of other nodes only when it is asked. */
export async function openEngine(
  t: TestContext,
  { poolSize }: { readonly poolSize: number },
): Promise<Engine> {
  const database = await createTestDatabase("postgres");
  t.after(() => database.drop());
  const engine = await openPostgres(database.url, {
    poolSize,
    freshForMilliseconds: 2_000,
    pollEveryMilliseconds: 3_600_000,
    listen: false,
    now: () => performance.now(),
  });
  t.after(() => engine.close());
  return engine;
}
