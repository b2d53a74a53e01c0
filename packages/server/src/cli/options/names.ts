import type { CheckQuestion } from "@licet/engine/internal/answer-check.ts";
import type { InstanceKey } from "@licet/engine/internal/entities.ts";
import { parsePrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { InvalidArgumentError } from "commander";

export const SUBJECT_HELP = "user:NAME, group:NAME, application:ID or access_account:KEY";
export const INSTANCE_HELP = "one thing of a resource, such as orders/42";

/** `user:alice`, `user:usr_…`, `application:reports`. */
export function parseSubject(text: string): NamedSubject {
  const principal = parsePrincipalKey(text);
  if (!principal || principal.id === "") throw new InvalidArgumentError(`Expected ${SUBJECT_HELP}.`);
  return { ...principal, text };
}

export interface NamedSubject extends Pick<CheckQuestion["subject"], "type" | "id"> {
  /** The subject as the command line names it. */
  readonly text: string;
}

/** Parses `orders/42`. The id may contain more slashes. */
export function parseInstance(text: string): NamedInstance {
  const [, type, id] = /^([^/]+)\/(.+)$/s.exec(text) ?? [];
  if (type === undefined || id === undefined)
    throw new InvalidArgumentError("Expected RESOURCE/ID, such as orders/42.");
  return { type, id, key: `${type}/${id}` };
}

export interface NamedInstance extends Pick<NonNullable<CheckQuestion["resource"]>, "type" | "id"> {
  readonly key: InstanceKey;
}
