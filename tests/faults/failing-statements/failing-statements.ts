import { createTestDatabase, type TestEngine } from "../../support/databases.ts";
import { startStorefront } from "../../support/start-storefront.ts";
import type { Measurement } from "../fault-experiment.ts";
import { addFailingTriggers, type FailingDatabase } from "./failing-database.ts";
import { FAILED_FLOWS, type FailedFlow } from "./flows.ts";
import { tearRedemption } from "./torn-store.ts";

/** Far more than a flow writes. */
const MOST_WRITES = 50;

/** Fails each write of a flow in turn. Afterwards nothing is half done, and the client can try again. */
export async function runFailingStatements(
  engine: TestEngine,
  { tears = false }: { readonly tears?: boolean } = {},
): Promise<Measurement> {
  const database = await createTestDatabase(engine);
  const front = await startStorefront({
    database,
    ...(tears && { replaceStores: tearRedemption(database.url) }),
  });
  try {
    const failing = await addFailingTriggers(database.url);
    const violations: string[] = [];
    const failed: string[] = [];
    for (const flow of FAILED_FLOWS) {
      const prepare = () => flow.prepare(front);
      const writes = await failEachWrite({ ...flow, prepare }, failing, violations);
      failed.push(`${flow.name} ${writes}`);
    }
    return {
      load: FAILED_FLOWS.map(({ name }) => name).join(", "),
      faults: `each write failed in turn as on a full disk: ${failed.join(", ")}`,
      figure: `${violations.length} half done or not repeatable`,
      bar: "503 or the whole effect; what was refused can be repeated; no value gives two tokens",
      violations,
    };
  } finally {
    await front.stop();
    await database.drop();
  }
}

type Flow = Pick<FailedFlow, "name"> & { prepare(): ReturnType<FailedFlow["prepare"]> };

/** The number of writes of the flow, each of which was failed once. */
async function failEachWrite(
  { name, prepare }: Flow,
  failing: FailingDatabase,
  violations: string[],
): Promise<number> {
  const writes = await countWrites(prepare, failing);
  if (writes === 0 || writes > MOST_WRITES) throw new Error(`${name} makes ${writes} writes`);
  for (let n = 1; n <= writes + 1; n += 1) {
    const wrong: string[] = [];
    const prepared = await prepare();
    await failing.failAt(n);
    const succeeded = await prepared.attempt(wrong);
    await failing.lift();
    if (!succeeded && n > writes) wrong.push("failed though no write did");
    await prepared.finish(wrong, succeeded);
    violations.push(...wrong.map((what) => `${name}, write ${n} of ${writes}: ${what}`));
  }
  return writes;
}

async function countWrites(prepare: Flow["prepare"], failing: FailingDatabase): Promise<number> {
  const prepared = await prepare();
  await failing.lift();
  const wrong: string[] = [];
  if (!(await prepared.attempt(wrong))) throw new Error(`the flow fails by itself: ${wrong.join("; ")}`);
  return failing.countWritten();
}
