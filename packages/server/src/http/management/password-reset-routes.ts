import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { writeTime } from "@licet/engine/internal/values/time.ts";
import { z } from "zod";
import { RESET_LIFETIME_SECONDS } from "../../accounts/passwords/password-resets.ts";
import type { Management } from "../../directory/write/create-management.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import { idOrUsername, time } from "../json/wire-values.ts";
import { resetPath } from "../reset-path.ts";
import { requesterOf } from "./management-call.ts";
import type { UserParts } from "./session-routes.ts";

/** A link for a user who forgot the password or never had one. The caller delivers the link to the user. */
export function createPasswordResetRoutes({
  getUser,
  record,
  management,
  issuer,
}: UserParts & {
  readonly management: Pick<Management, "issuePasswordReset">;
  readonly issuer: string;
}): readonly ApiRoute[] {
  return [
    apiRoute({
      operation: "createPasswordReset",
      method: "POST",
      path: "/users/{id}/password-resets",
      permission: "licet:users.write",
      tag: "users",
      summary: "Create a link by which a user can choose a new password, once and within an hour",
      params: z.object({ id: idOrUsername }),
      body: z
        .strictObject({
          expires_in: z
            .int()
            .min(60)
            .max(RESET_LIFETIME_SECONDS)
            .default(RESET_LIFETIME_SECONDS)
            .meta({ description: "Seconds" }),
        })
        .meta({ title: "PasswordResetInput" })
        .prefault({}),
      answers: {
        201: {
          description: "`url` is shown only in this answer; an older link of the user is no longer valid",
          schema: z.strictObject({ url: z.string(), expires_at: time }).meta({ title: "PasswordReset" }),
        },
        409: { description: "The user is disabled" },
      },
      async handle(call) {
        const user = await getUser(call.params.id);
        const { token, expiresAt } = await management.issuePasswordReset(
          requesterOf(call),
          user.id,
          call.body.expires_in,
        );
        const expires = { expires_at: writeTime(expiresAt) };
        await record(call, {
          type: "user.password_reset_issued",
          target: formatPrincipalKey("user", user.id),
          data: expires,
        });
        return { status: 201, body: { url: issuer + resetPath(token), ...expires } };
      },
    }),
  ];
}
