import { decide, type Question } from "./decide.ts";
import type { Facts } from "./facts.ts";
import type { Holding } from "./holding.ts";
import type { RoleGrant } from "./model.ts";

/**
 * Whether the permission is held at every instance there is or could be: by assignments that are not for one instance,
 * under conditions that do not look at it. Decided by the engine, with everything else left out.
 */
export function holdsEverywhere(facts: Facts, { permission, context }: Omit<Question, "instance">): boolean {
  const { model, ceiling } = facts;
  const everywhere = (holdings: readonly Holding[]): readonly Holding[] =>
    holdings.map(({ principal, gifts }) => ({
      principal,
      gifts: gifts.filter(({ at, target }) => at === undefined && !target.condition?.readsInstance),
    }));
  const grants = new Map(
    Array.from(model.grantsOf(permission), ([role, ways]): [string, readonly RoleGrant[]] => [
      role,
      ways.filter(({ condition }) => !condition?.readsInstance),
    ]),
  );
  const narrowed: Facts = {
    ...facts,
    model: { ...model, grantsOf: () => grants },
    holdings: everywhere(facts.holdings),
    ceiling: ceiling && { ...ceiling, holdings: everywhere(ceiling.holdings) },
  };
  return decide(narrowed, { permission, context }).allowed;
}
