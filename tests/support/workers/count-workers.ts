/**
 * How many workers each server of the tests has: `LICET_TEST_WORKERS`, one if it is not set. `npm run test:workers` sets
 * it to 2. A test about one process gives its reason, and keeps one worker in every run.
 */
export function countWorkers(oneWorker?: string): number {
  const chosen = process.env.LICET_TEST_WORKERS ?? "";
  if (!/^[1-9]?$/.test(chosen))
    throw new Error(`LICET_TEST_WORKERS is ${chosen}, which is no number from 1 to 9`);
  return oneWorker === undefined ? Number(chosen || 1) : 1;
}
