import type { FastifyReply, FastifyRequest } from "fastify";
import type { User } from "../../accounts/entities.ts";
import type { KnownDevices } from "../../accounts/known-devices.ts";
import type { Session } from "../../accounts/session.ts";
import type { Sessions } from "../../accounts/sessions.ts";
import type { AccountEvents } from "./account-events.ts";
import type { Browser } from "./browser-context.ts";
import type { Cookies } from "./cookies.ts";

export interface SessionDependencies {
  readonly cookies: Cookies;
  readonly sessions: Pick<Sessions, "start" | "renew">;
  readonly devices: KnownDevices;
  readonly events: Pick<AccountEvents, "signedIn" | "sessionEnded">;
}

export type BeginSession = (
  request: FastifyRequest,
  reply: FastifyReply,
  browser: Browser,
  user: User,
) => Promise<Session>;

/** Always with a new token: an attacker who knew or planted the old one is not signed in with it (CVE-2025-12390). */
export function createBeginSession(dependencies: SessionDependencies): BeginSession {
  const { cookies, sessions, devices, events } = dependencies;
  return async (request, reply, { active, ip, userAgent }, user) => {
    const renewed = active?.user.id === user.id ? await sessions.renew(active.session, user) : undefined;
    const started = renewed ?? (await sessions.start(user, { ip, userAgent, replaces: active?.session.id }));
    if (active && !renewed) events.sessionEnded(request, active.user, active.session, "replaced");
    cookies.set(reply, "session", started.token);
    cookies.set(reply, "device", devices.remember(cookies.read(request, "device"), user.id));
    events.signedIn(request, started.session);
    return started.session;
  };
}
