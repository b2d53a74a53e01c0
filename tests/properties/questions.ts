import type { CheckAnswer, CheckQuestion } from "@licet/engine/internal/answer-check.ts";
import type { InstanceKey, PrincipalKey } from "@licet/engine/internal/entities.ts";
import type { SubjectReference } from "@licet/engine/internal/subject.ts";
import { askOracle, type World } from "@licet/engine/internal/testing/oracle.ts";
import {
  INSTANCES,
  NOW,
  outcomeIn,
  PERMISSIONS,
  PRINCIPALS,
} from "@licet/engine/internal/testing/random-world.ts";
import fc from "fast-check";

/** A question in the words of the worlds. */
export interface WorldQuestion {
  readonly principal: PrincipalKey;
  readonly permission: string;
  readonly instance: InstanceKey | undefined;
  readonly ip: string | undefined;
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

export const anyIp = fc.constantFrom(undefined, "10.0.0.1", "10.0.0.2");
export const anyPrincipal = fc.constantFrom<PrincipalKey>(
  ...PRINCIPALS,
  "user:usr_nobody",
  "application:nobody",
);
export const anyPermission = fc.constantFrom(...PERMISSIONS, "orders:fly", "nothing");
export const anyInstance = maybe(fc.constantFrom<InstanceKey>(...INSTANCES, "orders/99"));

export const anyQuestion: fc.Arbitrary<WorldQuestion> = fc.record({
  principal: anyPrincipal,
  permission: anyPermission,
  instance: anyInstance,
  ip: anyIp,
});

export function subjectOf(principal: PrincipalKey): SubjectReference {
  const colon = principal.indexOf(":");
  return { type: principal.slice(0, colon) as SubjectReference["type"], id: principal.slice(colon + 1) };
}

export function instanceOf(key: InstanceKey): { readonly type: string; readonly id: string } {
  const slash = key.indexOf("/");
  return { type: key.slice(0, slash), id: key.slice(slash + 1) };
}

export const contextOf = (ip: string | undefined) => ({ request: ip === undefined ? {} : { ip } });

export function asCheck({ principal, permission, instance, ip }: WorldQuestion): CheckQuestion {
  return {
    subject: subjectOf(principal),
    permission,
    ...(instance !== undefined && { resource: instanceOf(instance) }),
    context: contextOf(ip),
  };
}

export const verdictOf = (answer: CheckAnswer): string => (answer.allowed ? "allowed" : answer.reason);

/** The expected answer of a check: the oracle's, after the conditions that come before any decision. */
export function expectedVerdict(world: World, question: WorldQuestion): string {
  const { principal, permission, instance, ip } = question;
  if (!PRINCIPALS.includes(principal)) return "unknown_subject";
  if (isDisabled(world, principal)) return "subject_disabled";
  if (!PERMISSIONS.includes(permission)) return "unknown_permission";
  if (instance !== undefined && instance.split("/")[0] !== permission.split(":")[0]) return "wrong_resource";
  return askOracle(world, {
    principal: withoutCeiling(world, principal) ? "application:a" : principal,
    permission,
    now: NOW,
    outcomeOf: outcomeIn({ ip, instance }),
    ...(instance !== undefined && { instance }),
  });
}

function isDisabled({ disabled }: World, principal: PrincipalKey): boolean {
  const owner: PrincipalKey = "application:a";
  return disabled.includes(principal) || (principal === "access_account:ak_a" && disabled.includes(owner));
}

/** An access account without a ceiling is its application. */
const withoutCeiling = ({ ceilings }: World, principal: PrincipalKey): boolean =>
  principal === "access_account:ak_a" && !ceilings.ak_a;
