import type { Extent, Load } from "../report/measurement.ts";

/** More than the fastest run so far would need, so that a run hardly ever ends before its time. */
const RESERVE = 1.2;
/** Before anything is known. */
const LEAST = 100;

/**
 * A load whose bodies can be sent only once gets new ones. When they do not last for the whole time, the run is shorter
 * and its rate is as true.
 */
export async function mintFor(plan: Load & Extent, fastest: number): Promise<Load & Extent> {
  if (plan.mint === undefined) return plan;
  const wanted = plan.requests ?? Math.max(LEAST, Math.ceil(fastest * plan.seconds * RESERVE));
  const bodies = await plan.mint(wanted);
  return { ...plan, bodies, requests: bodies.length };
}
