import type { Runtime } from "../common/runtime.ts";
import { untilAborted } from "../common/until-aborted.ts";
import type { IssuedToken, RequestToken } from "./request-token.ts";
import { TokenError } from "./token-errors.ts";
import { keyOf, type RequestedToken } from "./token-request.ts";

/** More different requests than this are not remembered at once: the one used longest ago is forgotten. */
const MAX_ENTRIES = 1_000;
/** A token with less time left than this, or than a tenth of its lifetime, could expire on its way. */
const MARGIN_MILLISECONDS = 10_000;
/** After a failed renewal the old token is used for this long before the next attempt. */
const RENEWAL_PAUSE_MILLISECONDS = 5_000;
/** A token that replaced a refused one is not replaced again so soon: the API refuses it for another reason. */
const REPLACEMENT_MILLISECONDS = 30_000;
/** A failure is the answer for this long, or for as long as `Retry-After` says, up to the bound below. */
const FAILURE_MILLISECONDS = 1_000;
/** An operator may have corrected the cause long before `Retry-After`. */
const MAX_FAILURE_MILLISECONDS = 60_000;

export interface AskedToken {
  /** A token that an API refused: it is not given again. */
  readonly insteadOf?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type GetToken = (requested: RequestedToken, asked: AskedToken) => Promise<IssuedToken>;

interface Entry {
  token: IssuedToken | undefined;
  /** From then on a use of the token begins its renewal. */
  renewAt: number;
  /** From then on the token is not given any more. */
  usableUntil: number;
  /** Until then a refusal of the token does not replace it. */
  keptUntil: number;
  /** The request that is under way: all callers wait for the same one. */
  flight: Promise<IssuedToken> | undefined;
  /** Spares Licet the requests of a busy application whose secret is wrong. */
  failure: { readonly error: TokenError; readonly until: number } | undefined;
}

/**
 * Keeps one token for each set of scopes and resources. No timer runs: a use of a token that is soon to expire renews
 * it, and is answered with the old one.
 */
export function createTokenCache(
  requestToken: RequestToken,
  onRenewalError: ((error: unknown) => void) | undefined,
  { clock: { now }, random }: Pick<Runtime, "clock" | "random">,
): GetToken {
  const entries = new Map<string, Entry>();

  return async (requested, { insteadOf, signal }) => {
    signal?.throwIfAborted();
    const entry = touch(keyOf(requested));
    const { token } = entry;
    const isUsable = token !== undefined && now() < entry.usableUntil;
    const isRefused = insteadOf !== undefined && token?.accessToken === insteadOf;
    if (!isUsable || (isRefused && now() >= entry.keptUntil))
      return untilAborted(renew(entry, requested, isRefused), signal);
    if (now() >= entry.renewAt) renewBehind(entry, requested);
    return token;
  };

  /** The entry becomes the one used last. One that is under way stays: others wait for it. */
  function touch(key: string): Entry {
    const entry = entries.get(key) ?? createEntry();
    entries.delete(key);
    entries.set(key, entry);
    for (const [other, { flight }] of entries) {
      if (entries.size <= MAX_ENTRIES) break;
      if (!flight && other !== key) entries.delete(other);
    }
    return entry;
  }

  function renew(entry: Entry, requested: RequestedToken, replaces = false): Promise<IssuedToken> {
    if (entry.failure && now() < entry.failure.until) return Promise.reject(entry.failure.error);
    entry.flight ??= requestToken(requested)
      .then(
        (token) => {
          keep(entry, token, replaces);
          return token;
        },
        (error: unknown) => {
          remember(entry, error);
          throw error;
        },
      )
      .finally(() => {
        entry.flight = undefined;
      });
    return entry.flight;
  }

  function keep(entry: Entry, token: IssuedToken, replaces: boolean): void {
    const lifetime = token.expiresAt - token.issuedAt;
    entry.token = token;
    entry.failure = undefined;
    // Between 75 and 90 percent of the lifetime, so that the nodes of an application do not all ask at once.
    entry.renewAt = token.issuedAt + lifetime * (0.75 + random() * 0.15);
    entry.usableUntil = token.expiresAt - Math.min(MARGIN_MILLISECONDS, lifetime / 10);
    entry.keptUntil = replaces ? now() + REPLACEMENT_MILLISECONDS : 0;
  }

  function remember(entry: Entry, error: unknown): void {
    if (!(error instanceof TokenError)) return;
    const asked = (error.retryAfterSeconds ?? 0) * 1_000;
    const wait = Math.min(Math.max(asked, FAILURE_MILLISECONDS), MAX_FAILURE_MILLISECONDS);
    entry.failure = { error, until: now() + wait };
  }

  /** The old token is still good, so a failure is told to `onRenewalError` alone, and tried again a little later. */
  function renewBehind(entry: Entry, requested: RequestedToken): void {
    if (entry.flight) return;
    renew(entry, requested).catch((error: unknown) => {
      const asked = error instanceof TokenError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
      entry.renewAt = now() + Math.max(asked, RENEWAL_PAUSE_MILLISECONDS * (1 + random()));
      onRenewalError?.(error);
    });
  }
}

const createEntry = (): Entry => ({
  token: undefined,
  renewAt: 0,
  usableUntil: 0,
  keptUntil: 0,
  flight: undefined,
  failure: undefined,
});
