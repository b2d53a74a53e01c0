import type { AskedQuestion, PlainQuestion } from "@licet/engine/internal/question/asked-question.ts";
import { parsePlainQuestion } from "@licet/engine/internal/question/parse-plain-question.ts";
import { z } from "zod";
import type { Clients } from "../../accounts/clients.ts";
import { whenReady } from "../../core/async/awaitable.ts";
import type { Check } from "../../permissions/check.ts";
import { type ApiAnswer, type ApiRoute, apiRoute } from "../json/api-route.ts";
import { queryInteger } from "../json/query-values.ts";
import { revision as revisionValue } from "../json/wire-values.ts";
import { checkRequest, name, parseQuestion, resourceText, verdict } from "./check-question.ts";

const answer = verdict.extend({ revision: revisionValue }).meta({ title: "CheckResult" });

const answers = {
  200: { description: "Allowed or denied; a denial is not an error", schema: answer },
} as const;

const isComplete = (asked: Partial<PlainQuestion> | undefined): asked is PlainQuestion =>
  asked?.subject !== undefined && asked.permission !== undefined;

/** Checks of one permission of one subject. */
export function createSingleCheckRoutes({
  check,
  clients,
}: {
  readonly check: Check;
  readonly clients: Clients;
}): readonly ApiRoute[] {
  const ask = (asked: AskedQuestion, wanted: number | undefined): ApiAnswer | Promise<ApiAnswer> => {
    const given = whenReady(parseQuestion(asked, clients), (question) => check.one(question, wanted));
    return whenReady(given, ({ allowed, revision }) => ({
      status: 200,
      body: { allowed, revision },
      revision,
    }));
  };

  return [
    apiRoute({
      operation: "check",
      method: "POST",
      path: "/check",
      permission: "licet:check",
      isDecision: true,
      tag: "checks",
      summary: "Check whether a subject holds a permission",
      body: checkRequest,
      readPlainBody(body) {
        const read = parsePlainQuestion(body);
        return isComplete(read) ? read : undefined;
      },
      answers,
      handle: ({ body }) => ask(body, body.at_least),
    }),
    apiRoute({
      operation: "checkUserPermission",
      method: "GET",
      path: "/users/{id}/permissions/{permission}",
      permission: "licet:check",
      isDecision: true,
      tag: "checks",
      summary: "Check whether a user holds a permission",
      params: z.strictObject({ id: name, permission: name }),
      query: z.strictObject({
        resource: z.exactOptional(resourceText),
        at_least: z.exactOptional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
      }),
      answers,
      handle: ({ params: { id, permission }, query: { at_least, ...about } }) =>
        ask({ subject: { type: "user", id }, permission, ...about }, at_least),
    }),
  ];
}
