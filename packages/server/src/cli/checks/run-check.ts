import type { CheckAnswer, CheckQuestion } from "@licet/engine/internal/answer-check.ts";
import { createSubjects } from "../../accounts/subjects.ts";
import { createCheck } from "../../permissions/check.ts";
import type { Services } from "../../services.ts";
import { type ContextOptions, clockAt, contextFrom, findCheckTime } from "../options/context-options.ts";
import type { NamedInstance, NamedSubject } from "../options/names.ts";

/** A check as a command line names it. */
export interface NamedCheck {
  readonly subject: NamedSubject;
  readonly permission: string;
  readonly instance?: NamedInstance;
  readonly context: ContextOptions;
}

/** Runs the same check as the permission API, with the same engine. */
export async function runCheck(
  services: Pick<Services, "clients" | "clock" | "factSource" | "storage" | "users">,
  named: NamedCheck,
): Promise<CheckAnswer> {
  const { users, clients, factSource, storage } = services;
  const clock = clockAt(findCheckTime(named.context), services.clock);
  const subjects = createSubjects({ users, clients, clock });
  const check = createCheck({ factSource, subjects, feed: storage.feed, clock });
  return check.one(await questionFrom(services, named));
}

export async function questionFrom(
  { clients }: Pick<Services, "clients">,
  { subject, permission, instance, context }: NamedCheck,
): Promise<CheckQuestion> {
  return {
    subject: { type: subject.type, id: subject.id },
    permission,
    ...(instance && { resource: { type: instance.type, id: instance.id } }),
    context: await contextFrom(context, clients),
  };
}
