import { BoundedMap } from "../common/bounded-map.ts";
import { countBytes } from "../common/count-bytes.ts";
import { hashText } from "../common/hash-text.ts";
import { type Auth, createAuth } from "./auth.ts";
import { checkClaims } from "./check-claims.ts";
import { createIntrospect, type Introspect } from "./introspect.ts";
import { createKeyStore, type VerificationKey } from "./key-store.ts";
import { createEndpoint, createLoadKeys } from "./load-keys.ts";
import { type RejectedToken, reject, type Verification } from "./verification.ts";
import { parseVerifierOptions, type VerifierOptions, type VerifierSettings } from "./verifier-options.ts";
import { createVerifyJwt, isJwt } from "./verify-jwt.ts";

export interface Verifier {
  readonly issuer: string;
  readonly audiences: readonly string[];
  /**
   * Verifies an access token. A token that is not valid is an answer and no exception. `fresh` asks the issuer whether
   * the token is still active, whatever is remembered; it needs `introspection`.
   */
  verify(token: string, options?: { readonly fresh?: boolean }): Promise<Verification>;
  /** The answer for a token that was verified before; undefined when something has to be asked or computed first. */
  recall(token: string): Verification | undefined;
  /** The last failure to reach the issuer, for logs. */
  lastFailure(): unknown;
}

interface RememberedToken {
  readonly auth: Auth;
  readonly key: VerificationKey;
}

/** Longer than any token of Licet, and as long as a header of Node may be. */
const MAX_TOKEN_CHARACTERS = 16_384;
const isReadable = (token: unknown): token is string =>
  typeof token === "string" && token.length <= MAX_TOKEN_CHARACTERS;

export function createVerifier(options: VerifierOptions): Verifier {
  const settings = parseVerifierOptions(options);
  const { issuer, audiences, algorithms, runtime, introspection, revocations, onSilence } = settings;
  const nowSeconds = () => runtime.clock.now() / 1_000;
  let failure: unknown;
  const onFailure = (error: unknown) => {
    failure = error;
  };
  const keys = createKeys(settings, onFailure);
  const verifyJwt = createVerifyJwt(keys, algorithms);
  const introspect = createIntrospections(settings);
  /** Only tokens that were verified here, so that no others take their places. By hashes. */
  const remembered = new BoundedMap<RememberedToken>({
    entries: settings.maxRememberedTokens,
    bytes: settings.maxRememberedBytes,
  });

  /** A token whose key was withdrawn, or that has expired, is verified again as if it had never been seen. */
  const findRemembered = (hash: string): Auth | undefined => {
    const found = remembered.get(hash);
    if (!found) return undefined;
    if (keys.renew() === undefined && keys.holds(found.key) && nowSeconds() < found.auth.claims.exp)
      return found.auth;
    remembered.delete(hash);
    return undefined;
  };

  const verifyLocally = async (token: string, hash: string): Promise<Auth | RejectedToken> => {
    const renewed = keys.renew();
    if (renewed) await renewed;
    const signed = await verifyJwt(token);
    if ("valid" in signed) return signed;
    const checked = checkClaims(signed.claims, settings, nowSeconds());
    if (!checked.valid) return checked;
    const auth = createAuth(checked.claims);
    remembered.set(hash, { auth, key: signed.key }, countBytes(token.length));
    return auth;
  };

  /** RFC 7662 §4: the answer has to be about a token for this API, as a JWT has to be. */
  const askIssuer = async (
    ask: Introspect | undefined,
    token: string,
    fresh: boolean,
    local?: Auth,
  ): Promise<Verification> => {
    if (!ask) return reject("unavailable", "introspection in the options of the verifier");
    try {
      const members = await ask(token, fresh);
      if (!members) return reject("inactive", "an active token");
      // Licet names the type of access tokens only: a refresh token must not pass for one.
      if (!/^Bearer$/i.test(String(members.token_type)))
        return reject("wrong_type", "token_type Bearer", members.token_type ?? "nothing");
      const checked = checkClaims(members, settings, nowSeconds());
      if (!checked.valid) return checked;
      // The scopes of the answer are those that the subject still holds.
      const { scope = "" } = checked.claims;
      return { valid: true, auth: createAuth(local ? { ...local.claims, scope } : { ...checked.claims }) };
    } catch (error) {
      onFailure(error);
      return reject("unavailable", "an answer of the introspection endpoint");
    }
  };

  /** What can still be against a token with a valid signature; undefined when the issuer has to be asked. */
  const settle = (auth: Auth): Verification | undefined => {
    if (revocations?.isRevoked(auth.claims)) return reject("revoked");
    if (introspection?.always) return undefined;
    if (!revocations || revocations.isCurrent()) return { valid: true, auth };
    return onSilence === "introspect" ? undefined : reject("unavailable", "news about revocations");
  };

  const recall = (token: string): Verification | undefined => {
    if (!isReadable(token) || !isJwt(token)) return undefined;
    const auth = findRemembered(hashText(token));
    return auth && settle(auth);
  };

  return {
    issuer,
    audiences,
    recall,
    async verify(token, { fresh = false } = {}) {
      if (!isReadable(token)) return reject("malformed", `at most ${MAX_TOKEN_CHARACTERS} characters`);
      if (!isJwt(token))
        return introspect.opaque
          ? askIssuer(introspect.opaque, token, fresh)
          : reject("malformed", "a signed JWT");
      const hash = hashText(token);
      const auth = findRemembered(hash) ?? (await verifyLocally(token, hash));
      if ("valid" in auth) return auth;
      const settled = settle(auth);
      if (settled && !(fresh && settled.valid)) return settled;
      return askIssuer(introspect.verified, token, fresh, auth);
    },
    lastFailure: () => failure,
  };
}

/** Anybody can send opaque tokens, as many as they like: verified ones have a cache and connections of their own. */
function createIntrospections(settings: VerifierSettings): {
  readonly verified?: Introspect;
  readonly opaque?: Introspect;
} {
  const { introspection } = settings;
  if (!introspection) return {};
  // An endpoint each: a failure makes the next question look for it again, and anybody can cause those of opaque tokens.
  const create = (maxAtOnce: number) =>
    createIntrospect(createEndpoint("introspection_endpoint", undefined, settings), {
      ...settings,
      ...introspection,
      maxAtOnce,
    });
  return { verified: create(64), ...(introspection.opaqueTokens && { opaque: create(32) }) };
}

function createKeys(settings: VerifierSettings, onFailure: (error: unknown) => void) {
  const { jwksUri, runtime } = settings;
  const load = createLoadKeys(createEndpoint("jwks_uri", jwksUri, settings), {
    ...settings,
    maxAgeMilliseconds: settings.keyMaxAgeSeconds * 1_000,
  });
  return createKeyStore({
    load,
    cooldownMilliseconds: settings.keyCooldownSeconds * 1_000,
    staleIfErrorMilliseconds: settings.staleIfErrorSeconds * 1_000,
    now: runtime.clock.now,
    onFailure,
  });
}
