import pg from "pg";
import { createTestDatabase } from "../../support/databases.ts";
import type { PoolMode, StartPooler } from "../../support/small-pooler.ts";
import type { Measurement } from "../fault-experiment.ts";

const TURNS = 20;

/**
 * Two clients behind a pooler that rely on a session of their own: with limits as startup parameters, or with prepared
 * statements that are named by a counter. The control of the experiments: a pooler must be seen to break them.
 */
export async function runSessionClients(startPooler: StartPooler, mode: PoolMode): Promise<Measurement> {
  const database = await createTestDatabase("postgres");
  const pooler = await startPooler(database.url, mode);
  const violations = mode === "session" ? await connectWithLimits(pooler.url) : await shareNames(pooler.url);
  await pooler.stop();
  await database.drop();
  return {
    load: `two clients, ${TURNS} statements each`,
    faults: "none",
    figure: `${violations.length} wrong answers or errors`,
    bar: "0",
    violations,
  };
}

async function connectWithLimits(connectionString: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString, statement_timeout: 10_000 });
  client.on("error", () => {});
  const refusal = await client.connect().then(
    () => [],
    (error: Error) => [error.message],
  );
  await client.end().catch(() => {});
  return refusal;
}

/** Each client prepares its own statement first, and so both call theirs the first. */
async function shareNames(connectionString: string): Promise<readonly string[]> {
  const violations: string[] = [];
  const clients = ["one", "two"].map((own) => ({ own, client: new pg.Client(connectionString) }));
  for (const { client } of clients) {
    client.on("error", () => {});
    await client.connect();
  }
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const { own, client } of clients) {
      const query = { name: "licet_1", text: `select '${own}' || $1::text as answer`, values: [""] };
      const answer: string = await client.query(query).then(
        ({ rows }) => rows[0]?.answer,
        (error: Error) => error.message,
      );
      if (answer !== own) violations.push(`client ${own}: ${answer}`);
    }
  for (const { client } of clients) await client.end().catch(() => {});
  return violations;
}
