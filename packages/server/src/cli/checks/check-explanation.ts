import type { CheckAnswer } from "@licet/engine/internal/answer-check.ts";
import type { PrincipalKey } from "@licet/engine/internal/entities.ts";
import {
  type CeilingExplanation,
  type CheckExplanation,
  explainCheck,
} from "@licet/engine/internal/explain/explain-check.ts";
import { writeExplanation } from "@licet/engine/internal/explain/write-explanation.ts";
import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { Services } from "../../services.ts";
import { getPrincipalName } from "../format/assignment-text.ts";
import { writeSeconds } from "../format/times.ts";
import { findCheckTime } from "../options/context-options.ts";
import type { WriteCommand } from "../typed-command.ts";
import { formatGrantPath, formatNearMiss, formatSuggestion, type Naming } from "./grant-path-text.ts";
import { type NamedCheck, questionFrom, runCheck } from "./run-check.ts";

export interface ExplainedCheck {
  readonly named: NamedCheck;
  readonly time: EpochSeconds;
  readonly explanation: CheckExplanation;
  /** The names of the principals that have a name beside their id. */
  readonly names: ReadonlyMap<PrincipalKey, string>;
}

export async function explainNamedCheck(
  services: Pick<Services, "clients" | "clock" | "factSource" | "storage" | "users">,
  named: NamedCheck,
): Promise<ExplainedCheck> {
  const answer = await runCheck(services, named);
  const model = answer.case?.facts.model ?? (await services.factSource.model());
  const explanation = explainCheck(answer, await questionFrom(services, named), model);
  const names = new Map<PrincipalKey, string>();
  for (const principal of principalsIn(explanation, answer))
    names.set(principal, await getPrincipalName(services, principal));
  const time = findCheckTime(named.context) ?? services.clock.seconds();
  return { named, time, explanation, names };
}

function principalsIn(explanation: CheckExplanation, answer: CheckAnswer): Iterable<PrincipalKey> {
  const paths = explanation.allowed ? [explanation.via] : explanation.nearMisses;
  const subject = answer.case ? [answer.case.facts.principal] : [];
  return new Set([...subject, ...paths.flatMap(({ principals }) => principals)]);
}

/** Formats the explanation as JSON data. */
export function describeExplainedCheck({ named, time, explanation }: ExplainedCheck) {
  const { subject, permission, instance } = named;
  return {
    subject: subject.text,
    permission,
    ...(instance && { resource: instance.key }),
    time: writeSeconds(time),
    ...writeExplanation(explanation),
  };
}

/** Formats the explanation as lines of text. */
export function formatExplainedCheck(
  { named, time, explanation, names }: ExplainedCheck,
  writeCommand: WriteCommand,
): readonly string[] {
  const { subject, permission, instance } = named;
  const naming: Naming = (principal) => names.get(principal) ?? principal;
  return [
    `${subject.text}, at ${writeSeconds(time)}, revision ${explanation.revision}`,
    "",
    `${permission}${instance ? ` at ${instance.key}` : ""}: ${formatVerdict(explanation)}`,
    ...formatReasons(explanation, naming, writeCommand),
  ];
}

function formatVerdict(explanation: CheckExplanation): string {
  if (!explanation.allowed) return `denied, ${explanation.reason}`;
  return explanation.until === undefined ? "allowed" : `allowed, until ${writeSeconds(explanation.until)}`;
}

function formatReasons(
  explanation: CheckExplanation,
  naming: Naming,
  writeCommand: WriteCommand,
): readonly string[] {
  if (!explanation.allowed) {
    const { nearMisses, suggestions } = explanation;
    return [
      ...nearMisses.flatMap((miss) => formatNearMiss(miss, naming)),
      ...suggestions.flatMap((suggestion) => formatSuggestion(suggestion, naming, writeCommand)),
    ];
  }
  const { via, within } = explanation;
  return [...formatGrantPath(via, naming), ...(within ? formatPassage(within, naming) : [])];
}

function formatPassage(within: CeilingExplanation, naming: Naming): readonly string[] {
  if ("ceiling" in within) return [`  and   the ceiling of the access key lets ${within.ceiling} through`];
  return [
    "  and   beyond its ceiling the access key was given it itself",
    ...formatGrantPath(within.via, naming),
  ];
}
