import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { type Clock, isExpired, writeTime } from "@licet/engine/internal/values/time.ts";
import { z } from "zod";
import type { Clients } from "../../accounts/clients.ts";
import type { Management } from "../../directory/write/create-management.ts";
import { NotFoundError } from "../../directory/write/errors.ts";
import type { ConsentStore } from "../../oauth/stores.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import { filterText } from "../json/paging.ts";
import { idOrUsername, list, time } from "../json/wire-values.ts";
import { requesterOf } from "./management-call.ts";
import { LACKS_PERMISSIONS_OF_USER, type UserParts } from "./session-routes.ts";

const PATH = "/users/{id}/consents";
const tag = "users";

const item = z
  .strictObject({ scope: z.string(), agreed: z.boolean(), decided_at: time, expires_at: time })
  .meta({ title: "ConsentItem" });
const consent = z.strictObject({ client_id: z.string(), items: z.array(item) }).meta({ title: "Consent" });
const consentList = list("ConsentList", consent);

/** The answers of a user to consent requests of applications. */
export function createConsentRoutes({
  getUser,
  record,
  management,
  consents,
  clients,
  clock,
}: UserParts & {
  readonly management: Pick<Management, "checkEnding">;
  readonly consents: Pick<ConsentStore, "find" | "listOfUser" | "withdraw">;
  readonly clients: Pick<Clients, "find">;
  readonly clock: Clock;
}): readonly ApiRoute[] {
  return [
    apiRoute({
      operation: "listUserConsents",
      method: "GET",
      path: PATH,
      permission: "licet:users.read",
      tag,
      summary: "List the consents of a user, with the scopes that the user declined",
      params: z.object({ id: idOrUsername }),
      answers: {
        200: {
          description: "By application; `agreed` is false for a declined scope",
          schema: consentList,
        },
      },
      async handle({ params: { id } }) {
        const now = clock.seconds();
        const given = await consents.listOfUser((await getUser(id)).id);
        const items = given.map(({ applicationId, items }) => ({
          client_id: applicationId,
          items: items
            .filter(({ expiresAt }) => !isExpired(expiresAt, now))
            .map(({ scope, agreed, decidedAt, expiresAt }) => ({
              scope,
              agreed,
              decided_at: writeTime(decidedAt),
              expires_at: writeTime(expiresAt),
            })),
        }));
        return { status: 200, body: { items: items.filter(({ items }) => items.length > 0) } };
      },
    }),
    apiRoute({
      operation: "deleteUserConsent",
      method: "DELETE",
      path: `${PATH}/{client_id}`,
      permission: "licet:users.write",
      tag,
      summary: "Withdraw the consent of a user to an application, and end its access to the account",
      params: z.object({ id: idOrUsername, client_id: z.string() }),
      query: z.strictObject({ scope: filterText }),
      answers: {
        204: { description: "The application has to ask again: about `scope`, or about everything" },
        403: LACKS_PERMISSIONS_OF_USER,
        404: { description: "There is no such user or application, or no consent for `scope`" },
      },
      async handle(call) {
        const user = await getUser(call.params.id);
        await management.checkEnding(requesterOf(call), user, "consents");
        const { client_id: applicationId } = call.params;
        const { scope } = call.query;
        const stored = await consents.find(user.id, applicationId);
        // Checks the application's own id: an access key resolves to its application, but users never consent to a key.
        const isKnown = (await clients.find(applicationId))?.application.id === applicationId;
        const isFound =
          scope === undefined ? stored.length > 0 || isKnown : stored.some((item) => item.scope === scope);
        if (!isFound)
          throw new NotFoundError(
            "there is no application of this id, or no consent of this user for this scope",
          );
        await consents.withdraw(user.id, applicationId, clock.seconds(), scope);
        await record(call, {
          type: "consent.withdrawn",
          target: formatPrincipalKey("application", applicationId),
          data: { user: user.id, ...(scope !== undefined && { scope }) },
        });
        return { status: 204 };
      },
    }),
  ];
}
