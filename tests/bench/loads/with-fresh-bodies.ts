import type { Extent, Load } from "../report/measurement.ts";

/** More than the fastest run so far would need, so that a run rarely ends before its time. */
const RESERVE_FACTOR = 1.2;
/** For the first run, when no rate is known. */
const LEAST_BODIES = 100;

/**
 * Gives a load whose bodies can be sent only once new bodies. If they do not last for the whole time, the run is shorter
 * and its rate is as valid.
 */
export async function withFreshBodies(plan: Load & Extent, fastest: number): Promise<Load & Extent> {
  if (plan.createBodies === undefined) return plan;
  const wanted = plan.requests ?? Math.max(LEAST_BODIES, Math.ceil(fastest * plan.seconds * RESERVE_FACTOR));
  const bodies = await plan.createBodies(wanted);
  return { ...plan, bodies, requests: bodies.length };
}
