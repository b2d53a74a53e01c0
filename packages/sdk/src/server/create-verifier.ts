import { BoundedMap } from "../common/bounded-map.ts";
import { type Auth, createAuth } from "./auth.ts";
import { checkClaims } from "./check-claims.ts";
import { createIntrospect } from "./introspect.ts";
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

export function createVerifier(options: VerifierOptions): Verifier {
  const settings = parseVerifierOptions(options);
  const { issuer, audiences, algorithms, surroundings, introspection, revocations, onSilence } = settings;
  const nowSeconds = () => surroundings.now() / 1_000;
  let failure: unknown;
  const onFailure = (error: unknown) => {
    failure = error;
  };
  const keys = createKeys(settings, onFailure);
  const verifyJwt = createVerifyJwt(keys, algorithms);
  const introspect =
    introspection &&
    createIntrospect(createEndpoint("introspection_endpoint", undefined, settings), {
      ...settings,
      ...introspection,
    });
  const remembered = new BoundedMap<RememberedToken>(settings.maxRememberedTokens);

  /** A token whose key was withdrawn, or that has expired, is verified again as if it had never been seen. */
  const findRemembered = (token: string): Auth | undefined => {
    const found = remembered.get(token);
    if (!found) return undefined;
    if (keys.renew() === undefined && keys.holds(found.key) && nowSeconds() < found.auth.claims.exp)
      return found.auth;
    remembered.delete(token);
    return undefined;
  };

  const verifyLocally = async (token: string): Promise<Auth | RejectedToken> => {
    const renewed = keys.renew();
    if (renewed) await renewed;
    const signed = await verifyJwt(token);
    if ("valid" in signed) return signed;
    const checked = checkClaims(signed.claims, settings, nowSeconds());
    if (!checked.valid) return checked;
    const auth = createAuth(checked.claims);
    if (settings.maxRememberedTokens > 0) remembered.set(token, { auth, key: signed.key });
    return auth;
  };

  /** RFC 7662 §4: the answer has to be about a token for this API, as a JWT has to be. */
  const askIssuer = async (token: string, fresh: boolean, local?: Auth): Promise<Verification> => {
    if (!introspect) return reject("unavailable", "introspection in the options of the verifier");
    try {
      const members = await introspect(token, fresh);
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
    const auth = findRemembered(token);
    return auth && settle(auth);
  };

  return {
    issuer,
    audiences,
    recall,
    async verify(token, { fresh = false } = {}) {
      if (typeof token !== "string" || token.length > MAX_TOKEN_CHARACTERS)
        return reject("malformed", `at most ${MAX_TOKEN_CHARACTERS} characters`);
      if (!isJwt(token)) return introspect ? askIssuer(token, fresh) : reject("malformed", "a signed JWT");
      const auth = findRemembered(token) ?? (await verifyLocally(token));
      if ("valid" in auth) return auth;
      const settled = settle(auth);
      if (settled && !(fresh && settled.valid)) return settled;
      return askIssuer(token, fresh, auth);
    },
    lastFailure: () => failure,
  };
}

function createKeys(settings: VerifierSettings, onFailure: (error: unknown) => void) {
  const { jwksUri, surroundings } = settings;
  const load = createLoadKeys(createEndpoint("jwks_uri", jwksUri, settings), {
    ...settings,
    maxAgeMilliseconds: settings.keyMaxAgeSeconds * 1_000,
  });
  return createKeyStore({
    load,
    cooldownMilliseconds: settings.keyCooldownSeconds * 1_000,
    staleIfErrorMilliseconds: settings.staleIfErrorSeconds * 1_000,
    now: surroundings.now,
    onFailure,
  });
}
