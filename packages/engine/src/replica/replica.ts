import { answerCheck, type CheckAnswer, type CheckQuestion, instancesOf } from "../answer-check.ts";
import { assembleFacts } from "../assemble-facts.ts";
import type { InstanceKey } from "../entities.ts";
import { type CheckExplanation, explainCheck } from "../explain/explain-check.ts";
import { parseCheckContext } from "../parse-check-context.ts";
import type { AskedQuestion } from "../question/asked-question.ts";
import { type Subject, type SubjectFacts, withAttributes } from "../subject.ts";
import { ID_PREFIXES } from "../values/id-prefixes.ts";
import type { Clock } from "../values/time.ts";
import type { ReplicaRecord, SnapshotStart } from "./records.ts";
import { ReplicaData } from "./replica-data.ts";

/** An answer, or that the copy does not have what the question needs. */
export type ReplicaAnswer =
  | CheckAnswer
  | { readonly allowed: false; readonly reason: "not_replicated"; readonly revision: number };

/** A copy of the permission data at one revision. Decides and explains as the server does at that revision. */
export interface Replica {
  readonly revision: number;
  /** For the reading of a snapshot: the copy is not complete before its last record. */
  put(record: ReplicaRecord): void;
  /** Makes the copy current at a revision. Nothing can be asked in between. */
  apply(records: readonly ReplicaRecord[], revision: number): void;
  check(asked: AskedQuestion, clock: Clock): ReplicaAnswer;
  /**
   * The question that nearly all callers ask: a user by its key, and a permission. Undefined when the copy does not know
   * both; names that it knows need no parsing, which would take a third of the time.
   */
  checkUser(key: string, permission: string, clock: Clock): ReplicaAnswer | undefined;
  /** Undefined when the copy does not have what the question needs. */
  explain(asked: AskedQuestion, clock: Clock): CheckExplanation | undefined;
}

const NO_INSTANCES: readonly InstanceKey[] = [];

export function createReplica({ revision, resources, usernames }: SnapshotStart): Replica {
  const data = new ReplicaData(revision, usernames);
  const limits = resources && new Set(resources);

  /** What is not in the copy may exist all the same. */
  function isReplicated({ subject, permission }: AskedQuestion): boolean {
    if (limits && !limits.has(permission.slice(0, Math.max(permission.indexOf(":"), 0)))) return false;
    return usernames || subject.type !== "user" || subject.id.startsWith(ID_PREFIXES.user);
  }

  function parseContext({ subject, permission, resource, context: given }: AskedQuestion): CheckQuestion {
    const question = resource ? { subject, permission, resource } : { subject, permission };
    if (!given) return question;
    const client = given.client && data.client(given.client.id);
    return { ...question, context: parseCheckContext(given, given, client) };
  }

  function gather(question: CheckQuestion, clock: Clock): SubjectFacts {
    const { type, id, attributes } = question.subject;
    const subject = data.subject(type, id, clock);
    if (!subject) return { denial: "unknown_subject", revision: data.revision };
    return gatherAbout(withAttributes(subject, attributes), instancesOf(question));
  }

  function gatherAbout(subject: Subject, instances: readonly InstanceKey[]): SubjectFacts {
    if (!subject.enabled) return { denial: "subject_disabled", revision: data.revision };
    const facts = assembleFacts({ subject, instances }, data);
    if (!facts) throw new Error("a copy has all facts");
    return { facts };
  }

  function check(asked: AskedQuestion, clock: Clock): ReplicaAnswer {
    if (!isReplicated(asked)) return { allowed: false, reason: "not_replicated", revision: data.revision };
    const question = parseContext(asked);
    return answerCheck(gather(question, clock), question, clock);
  }

  function checkUser(key: string, permission: string, clock: Clock): ReplicaAnswer | undefined {
    const subject = data.user(key);
    if (!subject) return undefined;
    const answer = answerCheck(gatherAbout(subject, NO_INSTANCES), { permission }, clock);
    return !answer.allowed && answer.reason === "unknown_permission" ? undefined : answer;
  }

  return {
    get revision() {
      return data.revision;
    },
    put: (record) => data.put(record),
    apply(records, newest) {
      for (const record of records) data.put(record);
      data.revision = newest;
    },
    check,
    checkUser,
    explain(asked, clock) {
      if (!isReplicated(asked)) return undefined;
      const question = parseContext(asked);
      return explainCheck(answerCheck(gather(question, clock), question, clock), question, data.model());
    },
  };
}
