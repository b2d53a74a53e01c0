import type { CheckAnswer, CheckQuestion } from "@licet/engine/internal/answer-check.ts";
import type { Clients } from "../../accounts/clients.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import type { Check } from "../../permissions/check.ts";
import { readCheckContext } from "../../permissions/read-check-context.ts";
import { checkMany } from "../checks/check-many.ts";
import { type Evaluation, parseKnownContext } from "./evaluation-request.ts";
import type { SubjectTypes } from "./subject-types.ts";

export type Verdict = { readonly allowed: boolean; readonly revision: number; readonly reason: string };

/** Answers questions of the Authorization API, all at one revision. */
export type Evaluate = (evaluations: readonly Evaluation[]) => Promise<readonly Verdict[]>;

export function createEvaluate(dependencies: {
  readonly check: Check;
  readonly clients: Clients;
  readonly feed: ChangeFeed;
  readonly subjectTypes: SubjectTypes;
}): Evaluate {
  const { check, clients, feed, subjectTypes } = dependencies;

  const translate = async (evaluation: Evaluation): Promise<CheckQuestion | undefined> => {
    const type = subjectTypes.get(evaluation.subject.type);
    if (type === undefined) return undefined;
    const { subject, action, resource } = evaluation;
    return {
      subject: { type, id: subject.id, ...(subject.properties && { attributes: subject.properties }) },
      permission: permissionOf(resource.type, action.name),
      resource: {
        type: resource.type,
        id: resource.id,
        ...(resource.properties && { attributes: resource.properties }),
      },
      ...(await parseEvaluationContext(evaluation, clients)),
    };
  };

  return async (evaluations) => {
    const questions = await Promise.all(evaluations.map(translate));
    const answers = await checkMany(
      check,
      questions.filter((question) => question !== undefined),
    );
    const revision = answers[0]?.revision ?? feed.revision;
    const given = answers.values();
    return questions.map((question) =>
      question === undefined
        ? { allowed: false, reason: "unknown_subject", revision }
        : toVerdict(given.next().value as CheckAnswer),
    );
  };
}

/** The permission for an action on a type of resource: `orders:read`. */
export const permissionOf = (resourceType: string, actionName: string): string =>
  `${resourceType}:${actionName}`;

/** Conditions find the properties of the action as `request.context.action`. */
export async function parseEvaluationContext(
  { context, action }: { readonly context?: Evaluation["context"]; readonly action?: Evaluation["action"] },
  clients: Clients,
): Promise<Pick<CheckQuestion, "context">> {
  const properties = action?.properties;
  if (!context && !properties) return {};
  const wholeContext = { ...context, ...(properties && { action: properties }) };
  return { context: await readCheckContext(parseKnownContext(context ?? {}), wholeContext, clients) };
}

const toVerdict = (answer: CheckAnswer): Verdict => ({
  allowed: answer.allowed,
  reason: answer.allowed ? "granted" : answer.reason,
  revision: answer.revision,
});
