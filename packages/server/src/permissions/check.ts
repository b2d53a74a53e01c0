import type { Attributes } from "../core/attributes.ts";
import type { ChangeFeed } from "../core/change-feed.ts";
import { requireTime } from "../core/deadline.ts";
import { UnavailableError } from "../core/errors.ts";
import type { Clock } from "../core/time.ts";
import type { ConditionInputs } from "./conditions/condition.ts";
import type { WorkMeter } from "./conditions/evaluate/work.ts";
import { createCooperativeScheduler, REQUEST_WORK, runAll } from "./cooperative-scheduler.ts";
import { type Decision, type DenialReason, decide, type Question } from "./decide.ts";
import type { InstanceKey } from "./entities.ts";
import type { FactSource } from "./fact-source.ts";
import type { Facts, InstanceFacts } from "./facts.ts";
import { createGatherSubjectFacts, type SubjectFacts, type SubjectReference } from "./subject-facts.ts";
import type { SubjectSource } from "./subjects.ts";

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

export type { SubjectReference } from "./subject-facts.ts";

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

export interface Check {
  /** Confirms once that this node is current (and has reached `atLeast`), then answers. */
  one(question: CheckQuestion, atLeast?: number): Promise<CheckAnswer>;
  /** The answers to all, at one revision. Throws TooMuchWorkError when their conditions take too long together. */
  many(questions: readonly CheckQuestion[], atLeast?: number): Promise<readonly CheckAnswer[]>;
}

/** More than one is only needed while changes are coming in. */
const MAX_ATTEMPTS = 100;

export function createCheck(dependencies: {
  readonly factSource: FactSource;
  readonly subjects: SubjectSource;
  readonly feed: ChangeFeed;
  readonly clock: Clock;
}): Check {
  const { feed, clock } = dependencies;
  const gather = createGatherSubjectFacts(dependencies);

  const gatherFor = ({ subject, resource }: CheckQuestion): SubjectFacts | Promise<SubjectFacts> =>
    gather(subject, resource ? [instanceKeyOf(resource)] : NO_INSTANCES);

  /** Gathers the facts of all questions, at one revision. */
  async function gatherAll(questions: readonly CheckQuestion[]): Promise<readonly SubjectFacts[]> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { revision } = feed;
      const gathered = questions.map(gatherFor);
      if (!gathered.some((one) => one instanceof Promise)) return gathered as SubjectFacts[];
      const waited = await Promise.all(gathered);
      // A change was heard between two of them: ask again, so that all speak of one revision.
      if (feed.revision === revision) return waited;
      requireTime();
    }
    throw new UnavailableError("the permission data changes faster than it can be read");
  }

  return {
    async one(question, atLeast) {
      const confirming = feed.confirm(atLeast);
      if (confirming) await confirming;
      const gathered = gatherFor(question);
      return answerFrom(gathered instanceof Promise ? await gathered : gathered, question, clock);
    },
    async many(questions, atLeast) {
      await feed.confirm(atLeast);
      const gathered = await gatherAll(questions);
      return runAll(createCooperativeScheduler(REQUEST_WORK), questions, (question, index, meter) =>
        answerFrom(gathered[index] as SubjectFacts, question, clock, meter),
      );
    },
  };
}

const NO_INSTANCES: readonly InstanceKey[] = [];

function answerFrom(about: SubjectFacts, asked: CheckQuestion, clock: Clock, meter?: WorkMeter): CheckAnswer {
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
