import type { Clock, EpochSeconds } from "@licet/engine/internal/values/time.ts";
import type { User } from "../accounts/entities.ts";
import { checkNewPassword } from "../accounts/passwords/check-new-password.ts";
import type { IsRefusedCredential } from "../accounts/published-credentials/published-credentials.ts";
import { generateToken, hashToken, isToken } from "../accounts/random-token.ts";
import { unavailableIfOvertaken } from "../directory/commit-planned.ts";
import { EntriesError } from "../directory/plan/entries-error.ts";
import type { SetupLinkStore } from "../operations/stores.ts";
import type { CreateFirstAdministrator } from "./create-first-administrator.ts";

/**
 * Links with which the operator creates the first administrator in a browser. A link works once, and for an hour. All
 * of them are void while an administrator exists.
 */
export interface SetupLinks {
  /** The token is returned only here. */
  issue(): Promise<{ readonly token: string; readonly expiresAt: EpochSeconds }>;
  /**
   * Spends the token of a link, and gives the opening browser another one, which is in no address. Undefined when the
   * link is unknown, opened already or expired, or an administrator exists: the caller does not learn which.
   */
  open(token: string): Promise<string | undefined>;
  /** Whether a browser with this token may create the first administrator. */
  isOpen(browserToken: string): Promise<boolean>;
  redeem(request: SetupRequest): Promise<SetupOutcome>;
}

export interface SetupRequest {
  readonly browserToken: string;
  readonly username: string;
  readonly password: string;
  readonly ip: string;
  readonly requestId: string;
}

export type SetupProblem =
  | "username_unusable"
  | "username_taken"
  | "password_too_short"
  | "password_unusable"
  | "password_published";

export type SetupOutcome =
  | { readonly outcome: "created"; readonly user: User }
  | { readonly outcome: "void" }
  | { readonly outcome: "problem"; readonly problem: SetupProblem };

export const SETUP_LIFETIME_SECONDS = 3_600;

/** Says what it is: no other value of 256 bits ever passes for one. */
const PREFIX = "lst_";

/** The author of the administrator in the audit log. */
const ACTOR_NAME = "setup";

export function createSetupLinks(dependencies: {
  readonly store: SetupLinkStore;
  readonly hasAdministrator: () => Promise<boolean>;
  readonly createFirstAdministrator: CreateFirstAdministrator;
  readonly isRefused: IsRefusedCredential;
  readonly clock: Clock;
}): SetupLinks {
  const { store, hasAdministrator, createFirstAdministrator, isRefused, clock } = dependencies;

  const isOpenedBy = async (browserToken: string) =>
    isToken(browserToken) && (await store.isOpenedBy(hashToken(browserToken), clock.seconds()));

  return {
    async issue() {
      const token = PREFIX + generateToken();
      const expiresAt = clock.seconds() + SETUP_LIFETIME_SECONDS;
      await store.issue({ tokenHash: hashToken(token), expiresAt });
      return { token, expiresAt };
    },

    async open(token) {
      if (!isSetupToken(token) || (await hasAdministrator())) return undefined;
      const browserToken = generateToken();
      const isOpened = await store.open(hashToken(token), hashToken(browserToken), clock.seconds());
      return isOpened ? browserToken : undefined;
    },

    isOpen: async (browserToken) => (await isOpenedBy(browserToken)) && !(await hasAdministrator()),

    async redeem({ browserToken, username, password, ip, requestId }) {
      if (!(await isOpenedBy(browserToken))) return { outcome: "void" };
      const issue = checkNewPassword(password, isRefused);
      if (issue) return { outcome: "problem", problem: `password_${issue}` };
      try {
        const created = await createFirstAdministrator({
          username,
          password,
          actor: () => ({ name: ACTOR_NAME, ip, requestId, at: clock.milliseconds() }),
          // Hashing takes time. The link counts at the revision at which the administrator is written.
          mayCreate: () => isOpenedBy(browserToken),
        });
        if (created.outcome === "refused") return { outcome: "void" };
        return created.outcome === "taken" ? { outcome: "problem", problem: "username_taken" } : created;
      } catch (error) {
        if (error instanceof EntriesError) return { outcome: "problem", problem: "username_unusable" };
        return unavailableIfOvertaken(error);
      }
    },
  };
}

const isSetupToken = (text: string): boolean => text.startsWith(PREFIX) && isToken(text.slice(PREFIX.length));
