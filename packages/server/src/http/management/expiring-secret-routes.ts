import type { Clock } from "@licet/engine/internal/values/time.ts";
import { writeTime } from "@licet/engine/internal/values/time.ts";
import { z } from "zod";
import type { ExpiringSecret, ExpiringSecretStore } from "../../directory/directory-store.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import type { Cursors } from "../json/cursor.ts";
import { answerPage, listQuery } from "../json/paging.ts";
import { queryInteger } from "../json/query-values.ts";
import { page, time } from "../json/wire-values.ts";

const PATH = "/secrets:expiring";
const DAY_SECONDS = 86_400;
const MAX_DAYS = 3_660;

const withinDays = queryInteger(1, MAX_DAYS).default(30);

const expiring = z
  .strictObject({
    id: z.string(),
    hint: z.string(),
    expires_at: time,
    client_id: z.string(),
    access_key: z.string().optional(),
  })
  .meta({ title: "ExpiringSecret" });

/** Secrets that an operator has to renew before they expire. */
export function createExpiringSecretRoutes({
  secrets,
  cursors,
  clock,
}: {
  readonly secrets: ExpiringSecretStore;
  readonly cursors: Cursors;
  readonly clock: Clock;
}): readonly ApiRoute[] {
  return [
    apiRoute({
      operation: "listExpiringSecrets",
      method: "GET",
      path: PATH,
      permission: "licet:applications.read",
      tag: "applications",
      summary: "List the secrets that expire within `within_days`, the first to expire first",
      query: listQuery({ within_days: withinDays }),
      answers: {
        200: {
          description: "Of applications, and of access accounts when there is an `access_key`",
          schema: page("ExpiringSecretPage", expiring),
        },
      },
      async handle({ query: { within_days, ...paging } }) {
        const from = clock.seconds();
        const until = from + within_days * DAY_SECONDS;
        const scope = { route: PATH, filters: { within_days } };
        return answerPage(cursors, scope, paging, async ({ limit, after }) => {
          const position = after === undefined ? {} : { after: parsePosition(after) };
          const found = await secrets.page({ from, until, limit: limit + 1, ...position });
          const items = found.slice(0, limit);
          const last = items.at(-1);
          const next = found.length > limit && last ? { next: writePosition(last) } : {};
          return { items: items.map(writeExpiring), ...next };
        });
      },
    }),
  ];
}

type Position = Pick<ExpiringSecret, "expiresAt" | "id">;
const writePosition = ({ expiresAt, id }: Position): string => `${expiresAt} ${id}`;
const parsePosition = (text: string): Position => {
  const [expiresAt, id = ""] = text.split(" ");
  return { expiresAt: Number(expiresAt), id };
};

const writeExpiring = ({ id, hint, expiresAt, owner }: ExpiringSecret) => ({
  id,
  hint,
  expires_at: writeTime(expiresAt),
  client_id: owner.applicationId,
  ...(owner.kind === "access_account" && { access_key: owner.id }),
});
