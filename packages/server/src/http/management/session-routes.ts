import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { writeTime } from "@licet/engine/internal/values/time.ts";
import { z } from "zod";
import type { User } from "../../accounts/entities.ts";
import type { Session } from "../../accounts/session.ts";
import type { Sessions } from "../../accounts/sessions.ts";
import type { Management } from "../../directory/write/create-management.ts";
import { NotFoundError } from "../../directory/write/errors.ts";
import { type ApiRoute, apiRoute } from "../json/api-route.ts";
import type { CallEvent, RecordCall } from "../json/record-call.ts";
import { idOrUsername, list, time } from "../json/wire-values.ts";
import { requesterOf } from "./management-call.ts";

const PATH = "/users/{id}/sessions";
const tag = "users";
/** Enough for all browsers of a user. A program that signs in as the user may start thousands of sessions. */
const MAX_SHOWN = 200;

const session = z
  .strictObject({
    id: z.string(),
    created_at: time,
    last_seen_at: time,
    expires_at: time,
    ip: z.string(),
    user_agent: z.string(),
  })
  .meta({ title: "Session" });
const sessionList = list("SessionList", session);

export interface UserParts {
  /** Finds a user by id or by username. Throws NotFoundError. */
  readonly getUser: (name: string) => Promise<User>;
  readonly record: RecordCall;
}

/** For the routes that end sessions or consents of a user. */
export const LACKS_PERMISSIONS_OF_USER = {
  description:
    "The token lacks `licet:users.write`, or a permission of Licet that this user has; a token of the user needs only the former",
};

/** The sessions of a user. */
export function createSessionRoutes({
  getUser,
  record,
  management,
  sessions,
}: UserParts & {
  readonly management: Pick<Management, "checkEnding">;
  readonly sessions: Pick<Sessions, "list" | "end" | "endAll">;
}): readonly ApiRoute[] {
  return [
    apiRoute({
      operation: "listUserSessions",
      method: "GET",
      path: PATH,
      permission: "licet:users.read",
      tag,
      summary: "List the sessions of a user, the last seen first",
      params: z.object({ id: idOrUsername }),
      answers: {
        200: { description: `Up to ${MAX_SHOWN}`, schema: sessionList },
      },
      async handle({ params: { id } }) {
        const found = await sessions.list(await getUser(id));
        return { status: 200, body: { items: found.slice(0, MAX_SHOWN).map(writeSession) } };
      },
    }),
    apiRoute({
      operation: "deleteUserSessions",
      method: "DELETE",
      path: PATH,
      permission: "licet:users.write",
      tag,
      summary: "Sign a user out everywhere, and end the access of every application",
      params: z.object({ id: idOrUsername }),
      answers: {
        204: { description: "Also when there was nothing to end" },
        403: LACKS_PERMISSIONS_OF_USER,
      },
      async handle(call) {
        const user = await getUser(call.params.id);
        await management.checkEnding(requesterOf(call), user, "sessions");
        const ended = await sessions.endAll(user.id);
        await record(
          call,
          { type: "user.signed_out", target: formatPrincipalKey("user", user.id) },
          ...ended.map(endedEvent),
        );
        return { status: 204 };
      },
    }),
    apiRoute({
      operation: "deleteUserSession",
      method: "DELETE",
      path: `${PATH}/{session}`,
      permission: "licet:users.write",
      tag,
      summary:
        "End a session of a user, and the tokens that applications got in it, except those with `offline_access`",
      params: z.object({ id: idOrUsername, session: z.string() }),
      answers: {
        204: { description: "The user is signed out there" },
        403: LACKS_PERMISSIONS_OF_USER,
        404: { description: "The user has no such session, or it has ended already" },
      },
      async handle(call) {
        const user = await getUser(call.params.id);
        await management.checkEnding(requesterOf(call), user, "sessions");
        const own = (await sessions.list(user)).find(({ id }) => id === call.params.session);
        const ended = own && (await sessions.end(own.id));
        if (!ended) throw new NotFoundError("this user has no session of this id");
        await record(call, endedEvent(ended));
        return { status: 204 };
      },
    }),
  ];
}

const endedEvent = ({ id, userId }: Session): CallEvent => ({
  type: "session.ended",
  target: `session:${id}`,
  data: { reason: "ended_by_administrator", user: userId },
});

const writeSession = ({ id, createdAt, lastSeenAt, expiresAt, ip, userAgent }: Session) => ({
  id,
  created_at: writeTime(createdAt),
  last_seen_at: writeTime(lastSeenAt),
  expires_at: writeTime(expiresAt),
  ip,
  user_agent: userAgent,
});
