import { hashToken, isToken, newToken } from "../accounts/random-token.ts";
import { type Clock, isExpired } from "../core/time.ts";
import type { AuthorizationRequest } from "./authorize/authorization-request.ts";
import type { FinishedInteraction, Interaction, InteractionPurpose } from "./interaction.ts";
import type { InteractionStore } from "./stores.ts";

export interface Interactions {
  /** Gives the id for the address of the next page. */
  begin(purpose: InteractionPurpose, browserToken: string): Promise<string>;
  /** Undefined when it is unknown, answered, expired, or of another browser: nobody is told which. */
  find(id: string, browserToken: string): Promise<Interaction | undefined>;
  /** This session was begun, renewed or chosen here. */
  noteSignIn(interaction: Interaction, sessionId: string): Promise<Interaction>;
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
  endOfBrowser(browserToken: string): Promise<void>;
}

/** Long enough for somebody who has to look for their password. */
const LIFETIME_SECONDS = 1_800;

export function createInteractions({
  store,
  clock,
}: {
  readonly store: InteractionStore;
  readonly clock: Clock;
}): Interactions {
  return {
    async begin(purpose, browserToken) {
      const id = newToken();
      const createdAt = clock.seconds();
      const expiresAt = createdAt + LIFETIME_SECONDS;
      await store.insert(hashToken(id), {
        purpose,
        browserHash: hashToken(browserToken),
        createdAt,
        expiresAt,
      });
      return id;
    },
    async find(id, browserToken) {
      if (!isToken(id)) return undefined;
      const found = await store.find(hashToken(id));
      if (!found || isExpired(found.expiresAt, clock.seconds())) return undefined;
      return found.browserHash === hashToken(browserToken) ? { id, ...found } : undefined;
    },
    async noteSignIn(interaction, sessionId) {
      const signedIn = { sessionId, at: clock.seconds() };
      await store.noteSignIn(hashToken(interaction.id), signedIn);
      return { ...interaction, signedIn };
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
    endOfBrowser: (browserToken) => store.endOfBrowser(hashToken(browserToken)),
  };
}
