import type { Attributes } from "../core/attributes.ts";
import type { ChangeFeed } from "../core/change-feed.ts";
import type { Clock } from "../core/time.ts";
import type { ConditionInputs } from "./conditions/condition.ts";
import { type Decision, type DenialReason, decide, type Question } from "./decide.ts";
import type { InstanceKey, PrincipalType } from "./entities.ts";
import type { FactSource } from "./fact-source.ts";
import type { Facts, InstanceFacts } from "./facts.ts";
import type { Subject, SubjectSource } from "./subjects.ts";

/** "May this one do that?" Names are exact; whatever is unknown is not allowed, and never an error. */
export interface CheckQuestion {
  readonly subject: { readonly type: PrincipalType; readonly id: string; readonly attributes?: Attributes };
  readonly permission: string;
  readonly resource?: { readonly type: string; readonly id: string; readonly attributes?: Attributes };
  /** What conditions see as `request` and `client`. `time` is now when left out. */
  readonly context?: CheckContext;
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

/** Everything a check was decided on, so that whoever explains it asks exactly the same. */
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
  /** The answers to all, at one revision. */
  many(questions: readonly CheckQuestion[], atLeast?: number): Promise<readonly CheckAnswer[]>;
}

export function createCheck(dependencies: {
  readonly factSource: FactSource;
  readonly subjects: SubjectSource;
  readonly feed: ChangeFeed;
  readonly clock: Clock;
}): Check {
  const { factSource, subjects, feed, clock } = dependencies;

  const answer = async (question: CheckQuestion): Promise<CheckAnswer> => {
    const subject = await subjects.find(question.subject.type, question.subject.id);
    if (!subject) return denied("unknown_subject");
    if (!subject.enabled) return denied("subject_disabled");
    const prepared = await prepare(subject, question);
    return typeof prepared === "string" ? denied(prepared) : answerCase(prepared);
  };

  const denied = (reason: CheckDenial): CheckAnswer => ({ allowed: false, reason, revision: feed.revision });

  const prepare = async (subject: Subject, asked: CheckQuestion): Promise<CheckCase | CheckDenial> => {
    const key = asked.resource && (`${asked.resource.type}/${asked.resource.id}` as InstanceKey);
    const facts = await factSource.gather({
      subject: withAttributes(subject, asked.subject.attributes),
      instances: key === undefined ? [] : [key],
    });
    const permission = facts.model.permissions.get(asked.permission);
    if (!permission) return "unknown_permission";
    // An instance of one resource says nothing about the permissions of another.
    if (asked.resource && permission.resource?.name !== asked.resource.type) return "wrong_resource";
    const instance = key === undefined ? undefined : facts.instances.get(key);
    const request = { time: clock.seconds(), ...asked.context?.request };
    const context = { request, ...(asked.context?.client && { client: asked.context.client }) };
    return {
      facts,
      question: {
        permission,
        context,
        ...(instance && { instance: withInstanceAttributes(instance, asked.resource?.attributes) }),
      },
    };
  };

  return {
    async one(question, atLeast) {
      await feed.confirm(atLeast);
      return answer(question);
    },
    async many(questions, atLeast) {
      await feed.confirm(atLeast);
      for (;;) {
        const { revision } = feed;
        const answers = await Promise.all(questions.map(answer));
        // A change was heard between two of them: ask again, so that all speak of one revision.
        if (feed.revision === revision) return answers;
      }
    },
  };
}

function answerCase(prepared: CheckCase): CheckAnswer {
  const decision = decide(prepared.facts, prepared.question);
  const { revision } = prepared.facts;
  return decision.allowed
    ? { allowed: true, decision, revision, case: prepared }
    : { allowed: false, reason: decision.reason, revision, case: prepared };
}

/** What is stored beats what the caller says: a caller may add to our knowledge, not contradict it. */
function withAttributes(subject: Subject, given: Attributes | undefined): Subject {
  if (!given) return subject;
  const { attributes } = subject;
  return { ...subject, attributes: { ...attributes, attributes: { ...given, ...attributes.attributes } } };
}

function withInstanceAttributes(instance: InstanceFacts, given: Attributes | undefined): InstanceFacts {
  return given ? { ...instance, attributes: { ...given, ...instance.attributes } } : instance;
}
