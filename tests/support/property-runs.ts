import type { Engine } from "./engines.ts";

/** `npm run test:properties` sets it to 10,000, on each engine. */
const GIVEN = process.env.FC_RUNS;

/** How often a property is tried with random input. */
export const PROPERTY_RUNS = Number(GIVEN ?? 500);

/** What an engine gets of them. A world takes five times as long on PostgreSQL. */
const SHARES: Readonly<Record<Engine, number>> =
  GIVEN === undefined ? { sqlite: 0.9, postgres: 0.1 } : { sqlite: 1, postgres: 1 };

/** How often a property is tried on this engine. `part`: less often, because each try takes long. */
export const runsOn = (engine: Engine, part = 1): { readonly numRuns: number } => ({
  numRuns: Math.ceil(PROPERTY_RUNS * SHARES[engine] * part),
});
