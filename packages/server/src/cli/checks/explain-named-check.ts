import type { CheckAnswer } from "@licet/engine/answer-check.ts";
import type { PrincipalKey } from "@licet/engine/entities.ts";
import { type CheckExplanation, explainCheck } from "@licet/engine/explain/explain-check.ts";
import type { Services } from "../../services.ts";
import { getPrincipalName } from "../format/assignment-text.ts";
import { findCheckTime } from "../options/context-options.ts";
import type { ExplainedCheck } from "./check-explanation.ts";
import { type NamedCheck, questionFrom, runCheck } from "./run-check.ts";

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
