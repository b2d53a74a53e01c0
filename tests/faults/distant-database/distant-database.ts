import { createDatabaseProxy } from "../../support/database-proxy.ts";
import { createTestDatabase } from "../../support/databases.ts";
import { startLicet } from "../../support/start-licet.ts";
import type { Measurement } from "../fault-experiment.ts";
import { percentile } from "../support/percentile.ts";
import { type Flows, prepareFlows, WORLD } from "./flows.ts";

const ROUND_TRIP_MILLISECONDS = 200;
const AT_ONCE = 5;
/** Each takes about ten seconds. */
const MOST_ROUNDS = 10;

/** What a caller waits for, in milliseconds, with half of what it took when each statement was a round trip. */
const FLOWS: Readonly<Record<string, { readonly most: number; run(flows: Flows): Promise<unknown> }>> = {
  "role POST": { most: 1_600, run: (flows: Flows) => flows.createRole() },
  [`${AT_ONCE} role POSTs at once`]: {
    most: 7_500,
    run: (flows: Flows) => Promise.all(Array.from({ length: AT_ONCE }, flows.createRole)),
  },
  "first token after a write": { most: 700, run: (flows: Flows) => flows.token() },
  "sign-in": { most: 3_500, run: signIn },
};

/** A database far away: every flow takes its number of round trips, and little else. */
export async function runDistantDatabase(rounds: number): Promise<Measurement> {
  const proxy = await createDatabaseProxy(await createTestDatabase("postgres"));
  const licet = await startLicet({ state: WORLD, database: proxy });
  const repeated = Math.min(rounds, MOST_ROUNDS);
  const times = new Map<string, number[]>(Object.keys(FLOWS).map((name) => [name, []]));
  try {
    const flows = await prepareFlows(licet);
    proxy.delay(ROUND_TRIP_MILLISECONDS);
    // Opens the connections, and reads what is cached.
    await Promise.all([flows.createRole(), flows.check(), signIn(flows)]);
    for (let round = 0; round < repeated; round += 1)
      for (const [name, { run }] of Object.entries(FLOWS)) {
        const startedAt = performance.now();
        await run(flows);
        times.get(name)?.push(performance.now() - startedAt);
      }
  } finally {
    await proxy.open();
    await licet.stop();
    await proxy.drop();
  }
  const medians = [...times].map(
    ([name, all]) =>
      [
        name,
        percentile(
          all.toSorted((a, b) => a - b),
          0.5,
        ),
      ] as const,
  );
  const show = (of: readonly (readonly [string, number])[]) =>
    of.map(([name, milliseconds]) => `${name} ${(milliseconds / 1_000).toFixed(1)} s`).join(", ");
  const mostOf = (name: string) => FLOWS[name]?.most ?? 0;
  return {
    load: `one caller, ${repeated} rounds`,
    faults: `${ROUND_TRIP_MILLISECONDS} ms to PostgreSQL and back`,
    figure: show(medians),
    bar: `at most ${show(medians.map(([name]) => [name, mostOf(name)]))}`,
    violations: medians
      .filter(([name, milliseconds]) => milliseconds > mostOf(name))
      .map(
        ([name, milliseconds]) =>
          `${name}: ${Math.round(milliseconds)} ms instead of at most ${mostOf(name)}`,
      ),
  };
}

/** From the application's request to its tokens, as a user without a session comes. */
async function signIn({ openSignIn }: Flows): Promise<void> {
  const { authorize, loginPage, login, consentPage, consent, exchange } = openSignIn();
  for (const step of [authorize, loginPage, login, consentPage, consent, exchange]) await step();
}
