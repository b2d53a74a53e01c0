import { createSubjects } from "../accounts/subjects.ts";
import type { Foundation } from "../foundation.ts";
import { type CheckAnswer, type CheckQuestion, createCheck } from "../permissions/check.ts";
import { type Circumstances, clockAt, contextOf } from "./circumstances.ts";
import type { NamedInstance, NamedSubject } from "./names.ts";

export interface Asked {
  readonly subject: NamedSubject;
  readonly permission: string;
  readonly instance?: NamedInstance;
  readonly circumstances: Circumstances;
}

/** The question that the permission API would ask, put to the same engine. */
export function askCheck(foundation: Foundation, asked: Asked): Promise<CheckAnswer> {
  const { users, clients, factSource, storage } = foundation;
  const clock = clockAt(asked.circumstances.time, foundation.clock);
  const subjects = createSubjects({ users, clients, clock });
  return createCheck({ factSource, subjects, feed: storage.feed, clock }).one(questionOf(asked));
}

export function questionOf({ subject, permission, instance, circumstances }: Asked): CheckQuestion {
  return {
    subject: { type: subject.type, id: subject.id },
    permission,
    ...(instance && { resource: { type: instance.type, id: instance.id } }),
    context: contextOf(circumstances),
  };
}
