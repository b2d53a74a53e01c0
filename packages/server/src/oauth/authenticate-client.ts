import { timingSafeEqual } from "node:crypto";
import { isClientEnabled } from "@licet/engine/internal/subject.ts";
import { type Clock, type EpochSeconds, isExpired } from "@licet/engine/internal/values/time.ts";
import type { Clients } from "../accounts/clients.ts";
import type { Client, Secret } from "../accounts/entities.ts";
import { isPublicClient } from "../accounts/public-application.ts";
import type { IsRefusedCredential } from "../accounts/published-credentials/published-credentials.ts";
import type { SecretHasher } from "../accounts/secret.ts";
import { type Awaitable, whenReady } from "../core/async/awaitable.ts";
import {
  InvalidAssertionError,
  type VerifiedAssertion,
  verifyClientAssertion,
} from "../tokens/client-assertion.ts";
import { OAuthError } from "./oauth-error.ts";
import { BasicAuthenticationError, type PresentedCredentials } from "./presented-credentials.ts";
import type { AssertionStore } from "./stores.ts";

export type AuthenticateClient = (credentials: PresentedCredentials) => Awaitable<Client>;

const CLOCK_SKEW_SECONDS = 30;

export function createAuthenticateClient(dependencies: {
  readonly clients: Clients;
  readonly secrets: SecretHasher;
  readonly isRefused: IsRefusedCredential;
  readonly assertions: AssertionStore;
  readonly clock: Clock;
  /**
   * The accepted values of an assertion's `aud`: the issuer, the token endpoint or the one for pushed requests
   * (RFC 7523 §3, OpenID Connect Core §9, RFC 9126 §2).
   */
  readonly audiences: readonly string[];
  /** When the database was restored from a backup, if it was. */
  readonly restoredAt?: EpochSeconds | undefined;
}): AuthenticateClient {
  const { clients, secrets, isRefused, assertions, clock, audiences, restoredAt } = dependencies;

  /** The secret is hashed before anything is compared, so that an unknown client costs the same. */
  const authenticateBySecret = (client: Client | undefined, secret: string): Secret | undefined => {
    const hash = secrets.hash(secret);
    const now = clock.seconds();
    const found = client?.secrets.find(
      (candidate) => !isExpired(candidate.expiresAt, now) && sameHash(candidate.hash, hash),
    );
    return isRefused(secret) ? undefined : found;
  };

  async function authenticateByAssertion(client: Client | undefined, assertion: string): Promise<boolean> {
    try {
      return await spendAssertion(client, assertion);
    } catch (error) {
      if (error instanceof InvalidAssertionError)
        throw new OAuthError("invalid_client", error.message, { cause: error });
      throw error;
    }
  }

  const spendAssertion = async (client: Client | undefined, assertion: string): Promise<boolean> => {
    if (!client?.application.jwks || client.accessAccount) return false;
    const now = clock.seconds();
    const maxLifetimeSeconds = client.application.clientAssertionMaxLifetimeSeconds;
    const verified = await verifyClientAssertion(assertion, {
      jwks: client.application.jwks,
      clientId: client.id,
      audiences,
      now,
      maxLifetimeSeconds,
      skewSeconds: CLOCK_SKEW_SECONDS,
    });
    if (restoredAt !== undefined) requireIssuedAfter(restoredAt, verified, maxLifetimeSeconds);
    // Last, because it spends the assertion (RFC 7523 §3): one that fails above must not be spent.
    return assertions.spend(client.id, verified.jti, verified.expiresAt);
  };

  return (credentials) =>
    whenReady(clients.find(credentials.clientId), (found) => {
      // Looked at before any proof, so that a client that may not act cannot even spend an assertion.
      const client = found && mayTry(found, credentials.method) ? found : undefined;
      return whenReady(proves(credentials, client), (proven) => {
        if (!client || !proven) throw failure(credentials.method);
        if (typeof proven === "object") clients.recordUse(proven, clock.seconds());
        return client;
      });
    });

  /** Disabled and expired callers are refused at once, whatever they present. */
  function mayTry(client: Client, method: PresentedCredentials["method"]): boolean {
    return isClientEnabled(client, clock.seconds()) && acceptsMethod(client, method);
  }

  function proves(
    credentials: PresentedCredentials,
    client: Client | undefined,
  ): Awaitable<Secret | boolean | undefined> {
    switch (credentials.method) {
      case "client_secret_basic":
      case "client_secret_post":
        return authenticateBySecret(client, credentials.secret);
      case "private_key_jwt":
        return authenticateByAssertion(client, credentials.assertion);
      case "none":
        return client !== undefined && isPublicClient(client);
    }
  }
}

/** What was spent after the backup is not known here: an assertion from before the restore could be one of them. */
function requireIssuedAfter(
  restoredAt: EpochSeconds,
  { issuedAt, expiresAt }: VerifiedAssertion,
  maxLifetimeSeconds: number,
): void {
  // Without `iat`, it was issued at its latest end less its longest life, or later.
  const earliest = issuedAt ?? expiresAt - 2 * CLOCK_SKEW_SECONDS - maxLifetimeSeconds;
  if (earliest <= restoredAt)
    throw new InvalidAssertionError(
      "the client assertion may be from before the server was restored from a backup: sign a new one",
    );
}

const sameHash = (stored: string, presented: string): boolean =>
  stored.length === presented.length && timingSafeEqual(Buffer.from(stored), Buffer.from(presented));

/** RFC 7591 §2: a registration that names a method allows only that one. Access keys always use their secret key. */
function acceptsMethod(client: Client, method: PresentedCredentials["method"]): boolean {
  const registered = client.accessAccount ? undefined : client.application.authenticationMethod;
  return registered === undefined || registered === method;
}

const failure = (method: PresentedCredentials["method"]): OAuthError =>
  method === "client_secret_basic"
    ? new BasicAuthenticationError()
    : new OAuthError("invalid_client", "client authentication failed");
