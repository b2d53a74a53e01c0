import type { CheckAnswer, CheckQuestion } from "@licet/engine/internal/answer-check.ts";
import type { AskedQuestion } from "@licet/engine/internal/question/asked-question.ts";
import { parsePlainQuestion } from "@licet/engine/internal/question/parse-plain-question.ts";
import { z } from "zod";
import type { Clients } from "../../accounts/clients.ts";
import { type Awaitable, whenReady } from "../../core/async/awaitable.ts";
import type { Check } from "../../permissions/check.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import { revision as revisionValue } from "../json/wire-values.ts";
import { invalidInput, type LocatedIssue } from "../problems.ts";
import { checkMany } from "./check-many.ts";
import { atLeast, parseQuestion, partialQuestion, verdict } from "./check-question.ts";

const MAX_CHECKS = 1_000;
/** Room for as many checks of half a kilobyte each. */
const BODY_LIMIT_BYTES = 524_288;

const STOPS = ["first_deny", "first_allow"] as const;

const batch = z
  .strictObject({
    defaults: partialQuestion.default({}),
    checks: z.array(partialQuestion).min(1).max(MAX_CHECKS),
    stop_on: z.exactOptional(z.enum(STOPS)),
    at_least: z.exactOptional(atLeast),
  })
  .meta({ title: "CheckBatch" });

const ALLOWED = { allowed: true } as const;
const DENIED = { allowed: false } as const;

const answer = z
  .strictObject({ results: z.array(verdict), revision: revisionValue })
  .meta({ title: "CheckBatchResult" });

/** Many questions, all answered at one revision. */
export function createBatchRoute({
  check,
  clients,
}: {
  readonly check: Check;
  readonly clients: Clients;
}): ApiRoute {
  return apiRoute({
    operation: "checkBatch",
    method: "POST",
    path: "/check:batch",
    permission: "licet:check",
    isDecision: true,
    tag: "checks",
    summary: "Ask up to 1,000 checks at one revision",
    body: batch,
    readPlainBody: parsePlainBatch,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    answers: {
      200: { description: "The answers in the order asked; fewer when stop_on ended them", schema: answer },
    },
    handle({ body: { defaults, checks, stop_on, at_least } }) {
      const questions = parseQuestions(complete(checks, defaults), clients);
      const given = whenReady(questions, (parsed) => checkMany(check, parsed, at_least));
      return whenReady(given, (all) => {
        const revision = all[0]?.revision ?? 0;
        const results = until(stop_on, all).map(({ allowed }) => (allowed ? ALLOWED : DENIED));
        return { status: 200, body: { results, revision }, revision };
      });
    },
  });
}

/** Undefined for a batch with other members than plain checks and plain defaults. */
function parsePlainBatch(body: unknown): z.output<typeof batch> | undefined {
  const { checks, defaults = {}, ...others } = (body ?? {}) as Record<string, unknown>;
  if (!Array.isArray(checks) || checks.length === 0 || checks.length > MAX_CHECKS) return undefined;
  if (Object.keys(others).length > 0) return undefined;
  const plainDefaults = parsePlainQuestion(defaults);
  if (!plainDefaults) return undefined;
  const plainChecks: Part[] = [];
  for (const check of checks) {
    const plain = parsePlainQuestion(check);
    if (!plain) return undefined;
    plainChecks.push(plain);
  }
  return { checks: plainChecks, defaults: plainDefaults };
}

type Part = z.output<typeof partialQuestion>;

/** The defaults supply the members that a check omits. */
function complete(checks: readonly Part[], defaults: Part): readonly AskedQuestion[] {
  const hasDefaults = Object.keys(defaults).length > 0;
  const questions = hasDefaults ? checks.map((given) => ({ ...defaults, ...given })) : checks;
  if (questions.every(isComplete)) return questions;
  throw invalidInput(questions.flatMap(findMissing));
}

const isComplete = (asked: Part): asked is Part & AskedQuestion =>
  asked.subject !== undefined && asked.permission !== undefined;

const findMissing = (asked: Part, index: number): readonly LocatedIssue[] =>
  (["subject", "permission"] as const)
    .filter((member) => asked[member] === undefined)
    .map((member) => ({
      pointer: `/checks/${index}/${member}`,
      detail: "missing here and in defaults",
      code: "missing",
    }));

/** Most questions have no context. A thousand needless promises would take longer than the answers. */
const parseQuestions = (
  asked: readonly AskedQuestion[],
  clients: Clients,
): Awaitable<readonly CheckQuestion[]> =>
  asked.every(isPlain) ? asked : Promise.all(asked.map((one) => parseQuestion(one, clients)));

const isPlain = (asked: AskedQuestion): asked is AskedQuestion & { readonly context?: never } =>
  asked.context === undefined;

/** The answers up to and including the first that ends the batch. */
function until(
  stop: (typeof STOPS)[number] | undefined,
  answers: readonly CheckAnswer[],
): readonly CheckAnswer[] {
  if (stop === undefined) return answers;
  const end = answers.findIndex(({ allowed }) => allowed === (stop === "first_allow"));
  return end === -1 ? answers : answers.slice(0, end + 1);
}
