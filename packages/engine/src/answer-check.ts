import type { ConditionInputs } from "./conditions/condition.ts";
import type { WorkMeter } from "./conditions/evaluate/work.ts";
import { type Decision, type DenialReason, decide, type Question } from "./decide.ts";
import type { InstanceKey } from "./entities.ts";
import type { Facts, InstanceFacts } from "./facts.ts";
import type { SubjectFacts, SubjectReference } from "./subject.ts";
import type { Attributes } from "./values/attributes.ts";
import type { Clock } from "./values/time.ts";

/** "May this one do that?" Names are exact; whatever is unknown is not allowed, and never an error. */
export interface CheckQuestion {
  readonly subject: SubjectReference;
  readonly permission: string;
  readonly resource?: InstanceReference;
  /** The context that conditions see as `request` and `client`. `time` is now when left out. */
  readonly context?: CheckContext;
}

export interface InstanceReference {
  readonly type: string;
  readonly id: string;
  readonly attributes?: Attributes;
}

export interface CheckContext {
  readonly request: Partial<ConditionInputs["request"]>;
  readonly client?: ConditionInputs["client"];
}

export type CheckDenial =
  | DenialReason
  | "unknown_subject"
  | "subject_disabled"
  | "unknown_permission"
  | "wrong_resource";

/** The inputs of a decided check, so that an explanation asks exactly the same question. */
export interface CheckCase {
  readonly facts: Facts;
  readonly question: Question;
}

export type CheckAnswer = { readonly revision: number } & (
  | {
      readonly allowed: true;
      readonly decision: Extract<Decision, { allowed: true }>;
      readonly case: CheckCase;
    }
  | { readonly allowed: false; readonly reason: CheckDenial; readonly case?: CheckCase }
);

/** Answers a question from the facts about its subject: the same facts, the same answer. */
export function answerCheck(
  about: SubjectFacts,
  asked: Omit<CheckQuestion, "subject">,
  clock: Clock,
  meter?: WorkMeter,
): CheckAnswer {
  if ("denial" in about) return { allowed: false, reason: about.denial, revision: about.revision };
  const { facts } = about;
  const { resource } = asked;
  const denied = (reason: CheckDenial) => ({ allowed: false, reason, revision: facts.revision }) as const;
  const permission = facts.model.permissions.get(asked.permission);
  if (!permission) return denied("unknown_permission");
  // An instance of one resource says nothing about the permissions of another.
  if (resource && permission.resource?.name !== resource.type) return denied("wrong_resource");
  const context = contextFrom(asked.context, clock);
  const question = resource
    ? { permission, instance: getInstanceFacts(facts, resource), context }
    : { permission, context };
  return answerCase({ facts, question }, meter);
}

/** The instances whose facts a question needs. */
export const instancesOf = ({ resource }: CheckQuestion): readonly InstanceKey[] =>
  resource ? [instanceKeyOf(resource)] : NO_INSTANCES;
const NO_INSTANCES: readonly InstanceKey[] = [];

export const instanceKeyOf = ({ type, id }: InstanceReference): InstanceKey => `${type}/${id}`;

export function contextFrom(given: CheckContext | undefined, clock: Clock): Question["context"] {
  if (!given) return { request: { time: clock.seconds() } };
  const { request, client } = given;
  const timed = { ...request, time: request.time ?? clock.seconds() };
  return client ? { request: timed, client } : { request: timed };
}

function answerCase(prepared: CheckCase, meter: WorkMeter | undefined): CheckAnswer {
  const decision = decide(prepared.facts, prepared.question, meter);
  const { revision } = prepared.facts;
  return decision.allowed
    ? { allowed: true, decision, revision, case: prepared }
    : { allowed: false, reason: decision.reason, revision, case: prepared };
}

/** The facts of an instance. Stored attributes go before those of the caller, as for subjects. */
export function getInstanceFacts(facts: Facts, reference: InstanceReference): InstanceFacts {
  const key = instanceKeyOf(reference);
  const instance = facts.instances.get(key);
  if (!instance) throw new Error(`${key} was not gathered`);
  const { attributes } = reference;
  return attributes ? { ...instance, attributes: { ...attributes, ...instance.attributes } } : instance;
}
