import { z } from "zod";
import type { Clients } from "../../accounts/clients.ts";
import { UnavailableError } from "../../core/errors/errors.ts";
import type { ChangeFeed } from "../../core/feed/change-feed.ts";
import { requireTime } from "../../core/time/deadline.ts";
import { type Change, entityId } from "../../directory/change.ts";
import { createCheckDraft } from "../../directory/guards/check-draft.ts";
import { ENTRY_KINDS } from "../../directory/kinds/kinds.ts";
import { entriesSchema } from "../../directory/plan/entries.ts";
import type { Simulate, Simulation } from "../../directory/simulate/simulate.ts";
import { ForbiddenError } from "../../directory/write/errors.ts";
import type { Requester } from "../../directory/write/requester.ts";
import { withIssue } from "../../input/issue-from-zod.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import { describedBody } from "../json/described.ts";
import { changedEntity, revision } from "../json/wire-values.ts";
import { requesterOf, withPlacesInBody } from "../management/management-call.ts";
import {
  atLeast,
  context,
  name,
  parseQuestion,
  parseQuestionContext,
  question,
  verdict,
} from "./check-question.ts";
import { type ChangeSetDependencies, createPlanChangeSet } from "./plan-change-set.ts";

/** An answer before the changes is the answer of a check. */
const CHECK = "licet:check";
const MAX_DELETIONS = 100;
const MAX_CHECKS = 100;
const BODY_LIMIT_BYTES = 1_048_576;
const MAX_ATTEMPTS = 5;

const deletion = z
  .strictObject({ kind: z.enum(ENTRY_KINDS), id: name, cascade: z.boolean().default(false) })
  .meta({ title: "Deletion" });

const request = z
  .strictObject({
    /** The drafted state, in the form of a configuration file. */
    state: describedBody("Configuration", entriesSchema)
      .pipe(
        z.unknown().refine((state) => state !== null, {
          error: "expected an object",
          ...withIssue({ code: "wrong_type", expected: "object" }),
        }),
      )
      .default({}),
    delete: z
      .array(deletion)
      .max(MAX_DELETIONS)
      .default([])
      .meta({ description: "Entities to delete before the state is applied" }),
    checks: z
      .array(question)
      .max(MAX_CHECKS)
      .default([])
      .meta({ description: `Questions to answer before and after the changes. They need ${CHECK} as well` }),
    context: z.exactOptional(context),
    at_least: z.exactOptional(atLeast),
  })
  .meta({ title: "SimulationRequest" });

const held = z
  .strictObject({
    permission: z.string(),
    at: z
      .string()
      .optional()
      .meta({ description: "The instance, and everything below it. Absent: everywhere" }),
  })
  .meta({ title: "Right" });
const comparedSubject = z
  .strictObject({ subject: z.string(), gains: z.array(held), losses: z.array(held) })
  .meta({ title: "ComparedSubject" });
const comparedCheck = z.strictObject({ before: verdict, after: verdict }).meta({ title: "ComparedCheck" });
const answer = z
  .strictObject({
    changes: z.array(changedEntity),
    subjects: z.array(comparedSubject),
    truncated: z.boolean().meta({
      description:
        "There was more to compare than one call may cost: there may be more subjects, gains and losses than listed",
    }),
    checks: z.array(comparedCheck),
    revision,
  })
  .meta({ title: "Simulation" });

/** Tries changes on a draft and compares the permissions; nothing is written. */
export function createSimulateRoute(
  dependencies: ChangeSetDependencies & {
    readonly simulate: Simulate;
    readonly clients: Clients;
    readonly feed: ChangeFeed;
  },
): ApiRoute {
  const { simulate, clients, feed } = dependencies;
  const planChangeSet = createPlanChangeSet(dependencies);
  const checkDraft = createCheckDraft({ store: dependencies.state, directory: dependencies.directory });

  return apiRoute({
    operation: "simulate",
    method: "POST",
    path: "/simulate",
    permission: "licet:simulate",
    tag: "simulation",
    summary: "Try changes without writing them: who gains and loses what, and what checks would answer",
    body: request,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    answers: {
      200: { description: "What would change", schema: answer },
      403: {
        description: `The conditions of the draft read data that the token may not read, or there are checks and the token has no ${CHECK}`,
      },
      409: { description: "The present state does not allow these changes" },
    },
    async handle(call) {
      const { state, delete: deletions, context: said, at_least, ...asked } = call.body;
      const requester = requesterOf(call);
      if (asked.checks.length > 0) requireCheck(requester);
      const checks = await Promise.all(asked.checks.map((one) => parseQuestion(one, clients)));
      const context = await parseQuestionContext(said, clients);
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        await feed.confirm(at_least);
        const planned = feed.revision;
        const changes = await withPlacesInBody(
          call.body,
          (path) => ["state", ...path],
          () => planChangeSet(state, deletions, requester.permissions),
        );
        // Before any evaluation: even one answer reveals something about the data that the conditions read.
        await checkDraft(changes, requester);
        const simulation = await simulate({ changes, checks, ...context });
        // Otherwise the state has changed since it was planned.
        if (simulation.revision === planned)
          return { status: 200, body: writeSimulation(changes, simulation), revision: planned };
        requireTime();
      }
      throw new UnavailableError("the permission data changes faster than changes can be tried on it");
    },
  });
}

function requireCheck({ permissions }: Requester): void {
  if (permissions.has(CHECK)) return;
  throw new ForbiddenError(`checks need ${CHECK} as well: ask for a token with that scope, or send none`, {
    lacking: [CHECK],
    tried: ["simulate checks"],
  });
}

const writeSimulation = (changes: readonly Change[], simulation: Simulation): object => ({
  changes: changes.map((change) => ({ op: change.op, kind: change.kind, id: entityId(change) })),
  subjects: simulation.subjects,
  truncated: simulation.truncated,
  checks: simulation.checks.map(({ before, after }) => ({
    before: { allowed: before.allowed },
    after: { allowed: after.allowed },
  })),
  revision: simulation.revision,
});
