import { answerCheck, type CheckAnswer, type CheckQuestion, instancesOf } from "../answer-check.ts";
import { assembleFacts } from "../assemble-facts.ts";
import { type CheckExplanation, explainCheck } from "../explain/explain-check.ts";
import { parseCheckContext } from "../parse-check-context.ts";
import type { AskedQuestion } from "../question/asked-question.ts";
import { type SubjectFacts, withAttributes } from "../subject.ts";
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
  /** `subjectText`: the subject as the question names it, where that is a text. It saves making one. */
  check(asked: AskedQuestion, clock: Clock, subjectText?: string): ReplicaAnswer;
  /** Undefined when the copy does not have what the question needs. */
  explain(asked: AskedQuestion, clock: Clock): CheckExplanation | undefined;
}

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

  function gather(question: CheckQuestion, clock: Clock, subjectText?: string): SubjectFacts {
    const { type, id, attributes } = question.subject;
    const subject = data.subject(type, id, subjectText, clock);
    if (!subject) return { denial: "unknown_subject", revision: data.revision };
    if (!subject.enabled) return { denial: "subject_disabled", revision: data.revision };
    const request = { subject: withAttributes(subject, attributes), instances: instancesOf(question) };
    const facts = assembleFacts(request, data);
    if (!facts) throw new Error("a copy has all facts");
    return { facts };
  }

  function check(asked: AskedQuestion, clock: Clock, subjectText?: string): ReplicaAnswer {
    if (!isReplicated(asked)) return { allowed: false, reason: "not_replicated", revision: data.revision };
    const question = parseContext(asked);
    return answerCheck(gather(question, clock, subjectText), question, clock);
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
    explain(asked, clock) {
      if (!isReplicated(asked)) return undefined;
      const question = parseContext(asked);
      return explainCheck(answerCheck(gather(question, clock), question, clock), question, data.model());
    },
  };
}
