import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import { type Clock, type EpochSeconds, isExpired } from "@licet/engine/internal/values/time.ts";
import { generateToken, hashToken, isToken } from "../accounts/random-token.ts";
import type { ActiveSession } from "../accounts/session.ts";
import { TooManyRequestsError } from "../core/errors/errors.ts";
import type { AuthorizationRequest } from "./authorize/authorization-request.ts";
import { restoreRedirect } from "./authorize/trusted-redirect.ts";
import type {
  FinishedInteraction,
  Interaction,
  InteractionPurpose,
  StoredInteraction,
} from "./interaction.ts";
import type { Hold, InteractionStore } from "./stores.ts";

/** The user agent of a request, as far as a browser identifies itself. */
export interface Browser {
  readonly token: string;
  readonly active: ActiveSession | undefined;
  /** Undefined: no limit of an address applies. */
  readonly limitedAddress: string | undefined;
  readonly ip: string;
  readonly requestId: string;
}

export interface Interactions {
  /** Gives the id for the address of the next page. Throws TooManyRequestsError when the caller's address has enough. */
  begin(purpose: InteractionPurpose, browser: Browser): Promise<string>;
  /** Undefined when it is unknown, answered, expired, or of another browser: the caller does not learn which. */
  find(id: string, browserToken: string): Promise<Interaction | undefined>;
  /** This session was begun, renewed or chosen here. The next step may be decided while that is being written. */
  noteSignIn(
    interaction: Interaction,
    sessionId: string,
  ): { readonly noted: Interaction; readonly written: Promise<void> };
  /** True for exactly one caller. */
  consume(interaction: Interaction): Promise<boolean>;
  /** The same, when it leads back to the application with what it asked for. */
  finish(
    interaction: Interaction,
    request: Pick<AuthorizationRequest, "redirect" | "uiLocales">,
    sessionId: string,
  ): Promise<boolean>;
  /** Undefined as well when it was finished in another browser. */
  findFinished(id: string, browserToken: string): Promise<FinishedInteraction | undefined>;
  /** Signing out leaves nothing half done. */
  endAllOfBrowser(browserToken: string): Promise<void>;
}

/** Long enough for a user who has to look for the password. */
export const INTERACTION_LIFETIME_SECONDS = 1_800;
/** More tabs than a user signs in at. */
export const INTERACTIONS_PER_BROWSER = 20;
/** A caller can make up any number of browsers, so the address bounds the stored rows. Many users may share one. */
export const INTERACTIONS_PER_ADDRESS = 500;
/** All of those together whose address is not known: bounded far above what is under way at once in practice. */
const INTERACTIONS_WITHOUT_ADDRESS = 20_000;
/** By then the user has signed in, or given up. */
const RETRY_SECONDS = 60;

export function createInteractions({
  store,
  clock,
  onFull,
}: {
  readonly store: InteractionStore;
  readonly clock: Clock;
  /** A browser was refused. */
  readonly onFull: (hold: Hold, browser: Browser) => void;
}): Interactions {
  return {
    async begin(purpose, browser) {
      const id = generateToken();
      const createdAt = clock.seconds();
      const expiresAt = createdAt + INTERACTION_LIFETIME_SECONDS;
      const browserHash = hashToken(browser.token);
      const interaction = { purpose, browserHash, createdAt, expiresAt };
      const hold = holdOf(browser, createdAt);
      // The others are bounded first, so that a browser whose address has enough replaces its own.
      const within = { hold, othersOfBrowser: INTERACTIONS_PER_BROWSER - 1 };
      if (await store.insert(hashToken(id), interaction, within)) return id;
      onFull(hold, browser);
      throw new TooManyRequestsError(
        "too many sign-ins from this address have been begun and not finished",
        RETRY_SECONDS,
      );
    },
    async find(id, browserToken) {
      if (!isToken(id)) return undefined;
      const found = await store.find(hashToken(id));
      if (!found || isExpired(found.expiresAt, clock.seconds())) return undefined;
      if (found.browserHash !== hashToken(browserToken)) return undefined;
      return { id, ...found, purpose: restorePurpose(found.purpose) };
    },
    noteSignIn(interaction, sessionId) {
      const signedIn = { sessionId, at: clock.seconds() };
      const written = store.noteSignIn(hashToken(interaction.id), signedIn);
      return { noted: { ...interaction, signedIn }, written };
    },
    consume: ({ id }) => store.consume(hashToken(id), clock.seconds()),
    finish({ id }, { redirect: { applicationId }, uiLocales }, sessionId) {
      return store.finish(hashToken(id), clock.seconds(), { applicationId, sessionId, uiLocales });
    },
    async findFinished(id, browserToken) {
      if (!isToken(id)) return undefined;
      const finished = await store.findFinished(hashToken(id));
      if (!finished || isExpired(finished.expiresAt, clock.seconds())) return undefined;
      return finished.browserHash === hashToken(browserToken) ? finished : undefined;
    },
    endAllOfBrowser: (browserToken) => store.endAllOfBrowser(hashToken(browserToken)),
  };
}

function restorePurpose(purpose: StoredInteraction["purpose"]): InteractionPurpose {
  switch (purpose.kind) {
    case "authorization": {
      const { request } = purpose;
      return { kind: "authorization", request: { ...request, redirect: restoreRedirect(request.redirect) } };
    }
    case "logout": {
      const { redirect, ...asked } = purpose;
      return redirect ? { ...asked, redirect: restoreRedirect(redirect) } : asked;
    }
    case "account":
      return purpose;
  }
}

/** Strangers who share an address must not keep a signed-in user from going on: users are counted by themselves. */
function holdOf({ active, limitedAddress: address }: Browser, now: EpochSeconds): Hold {
  if (active)
    return { holder: formatPrincipalKey("user", active.user.id), most: INTERACTIONS_PER_ADDRESS, now };
  if (address === undefined)
    return { holder: "address:", most: INTERACTIONS_WITHOUT_ADDRESS, now, isShared: true };
  return { holder: `address:${address}`, most: INTERACTIONS_PER_ADDRESS, now };
}
