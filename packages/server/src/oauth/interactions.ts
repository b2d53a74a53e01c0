import { hash, randomBytes } from "node:crypto";
import { type Clock, isExpired } from "../core/time.ts";
import type { Interaction, InteractionPurpose } from "./interaction.ts";
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
  /** Signing out leaves nothing half done. */
  endOfBrowser(browserToken: string): Promise<void>;
}

/** Long enough for somebody who has to look for their password. */
const LIFETIME_SECONDS = 1_800;
const ID = /^[A-Za-z0-9_-]{43}$/;

export function createInteractions({
  store,
  clock,
}: {
  readonly store: InteractionStore;
  readonly clock: Clock;
}): Interactions {
  return {
    async begin(purpose, browserToken) {
      const id = randomBytes(32).toString("base64url");
      const createdAt = clock.seconds();
      const expiresAt = createdAt + LIFETIME_SECONDS;
      await store.insert(hashed(id), { purpose, browserHash: hashed(browserToken), createdAt, expiresAt });
      return id;
    },
    async find(id, browserToken) {
      if (!ID.test(id)) return undefined;
      const found = await store.find(hashed(id));
      if (!found || isExpired(found.expiresAt, clock.seconds())) return undefined;
      return found.browserHash === hashed(browserToken) ? { id, ...found } : undefined;
    },
    async noteSignIn(interaction, sessionId) {
      const signedIn = { sessionId, at: clock.seconds() };
      await store.noteSignIn(hashed(interaction.id), signedIn);
      return { ...interaction, signedIn };
    },
    consume: ({ id }) => store.consume(hashed(id), clock.seconds()),
    endOfBrowser: (browserToken) => store.endOfBrowser(hashed(browserToken)),
  };
}

const hashed = (token: string): string => hash("sha256", token, "base64url");
