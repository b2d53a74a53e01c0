import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { writeTime } from "@licet/engine/internal/values/time.ts";
import { z } from "zod";
import type { LoginThrottle } from "../../accounts/login-throttle.ts";
import type { Management } from "../../directory/write/create-management.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import { count, idOrUsername, time } from "../json/wire-values.ts";
import { requesterOf } from "./management-call.ts";
import type { UserParts } from "./session-routes.ts";

const PATH = "/users/{id}/lockout";
const tag = "users";

const lockout = z
  .strictObject({ locked: z.boolean(), failures: count, locked_until: time.optional() })
  .meta({ title: "Lockout" });

/** Failed password attempts of a user. A caller can clear them so that the user can try again. */
export function createLockoutRoutes({
  getUser,
  record,
  management,
  throttle,
}: UserParts & {
  readonly management: Pick<Management, "checkUnlock">;
  readonly throttle: Pick<LoginThrottle, "findLockout" | "unlock">;
}): readonly ApiRoute[] {
  return [
    apiRoute({
      operation: "getUserLockout",
      method: "GET",
      path: PATH,
      permission: "licet:users.read",
      tag,
      summary: "Read whether a user is locked out by wrong passwords",
      params: z.object({ id: idOrUsername }),
      answers: {
        200: {
          description:
            "`failures` are the wrong passwords of the present window, under any name of the user. While `locked`, " +
            "only browsers in which the user has signed in before can sign in",
          schema: lockout,
        },
      },
      async handle({ params: { id } }) {
        const { failures, lockedUntil } = await throttle.findLockout(await getUser(id));
        const until = lockedUntil === undefined ? {} : { locked_until: writeTime(lockedUntil) };
        return { status: 200, body: { locked: lockedUntil !== undefined, failures, ...until } };
      },
    }),
    apiRoute({
      operation: "deleteUserLockout",
      method: "DELETE",
      path: PATH,
      permission: "licet:users.write",
      tag,
      summary: "Unlock a user: wrong passwords are forgotten",
      params: z.object({ id: idOrUsername }),
      answers: { 204: { description: "Also when the user was not locked out" } },
      async handle(call) {
        const user = await getUser(call.params.id);
        await management.checkUnlock(requesterOf(call), user);
        await throttle.unlock(user);
        await record(call, { type: "user.unlocked", target: formatPrincipalKey("user", user.id) });
        return { status: 204 };
      },
    }),
  ];
}
