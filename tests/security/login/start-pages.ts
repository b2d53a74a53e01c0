import type { User } from "../../../packages/server/src/accounts/entities.ts";
import type { StoredAuditEvent } from "../../../packages/server/src/audit/events.ts";
import { createMovableClock, type MovableClock } from "../../support/movable-clock.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import type { PageBrowser } from "./page-browser.ts";
import { PEOPLE } from "./world.ts";

export const IDLE_SECONDS = 3_600;
export const ABSOLUTE_SECONDS = 10 * 3_600;

/** A running Licet with a movable clock, and what tests of its pages need. */
export interface RunningPages extends RunningLicet {
  readonly clock: MovableClock;
  readonly storage: RunningLicet["services"]["storage"];
  getUser(username: string): Promise<User>;
  /** Writes the change to the store, without the guards of the API. */
  changeUser(username: string, change: Partial<User>): Promise<void>;
  /** The audit events, newest first, with those that the server would write in the background later. */
  auditLog(type?: string): Promise<readonly StoredAuditEvent[]>;
  /** Sends an authorization request in this browser, and returns the path of the page that it leads to. */
  authorize(browser: PageBrowser, parameters?: Readonly<Record<string, string>>): Promise<string>;
}

export async function startPages(
  options: Partial<Parameters<typeof startLicet>[0]> = {},
): Promise<RunningPages> {
  const clock = createMovableClock();
  const { settings, ...rest } = options;
  const licet = await startLicet({
    state: PEOPLE,
    clock,
    ...rest,
    settings: {
      session_idle_seconds: String(IDLE_SECONDS),
      session_seconds: String(ABSOLUTE_SECONDS),
      ...settings,
    },
  });
  const { storage } = licet.services;

  const getUser = async (username: string): Promise<User> => {
    const user = await storage.state.findUserByUsername(username);
    if (!user) throw new Error(`no user ${username}`);
    return user;
  };
  return {
    ...licet,
    clock,
    storage,
    getUser,
    async changeUser(username, change) {
      const value = { ...(await getUser(username)), ...change };
      await storage.state.commit([{ op: "put", kind: "user", value }], { name: "test", at: 0 });
    },
    async auditLog(type) {
      await licet.runJob("audit");
      return storage.audit.list(type === undefined ? {} : { type }, 1_000);
    },
    async authorize(browser, parameters = {}) {
      const query = new URLSearchParams({
        client_id: "shop",
        redirect_uri: "https://shop.example.test/callback",
        response_type: "code",
        scope: "openid",
        ...parameters,
      });
      const answer = await browser.get(`/oidc/auth?${query}`);
      if (answer.status !== 303) throw new Error(`/oidc/auth: ${answer.status} ${answer.text}`);
      return String(answer.headers.location);
    },
  };
}
