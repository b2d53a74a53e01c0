import { type EpochSeconds, isExpired } from "@licet/engine/internal/values/time.ts";
import type { Secret } from "../../accounts/entities.ts";
import { isPublicApplication } from "../../accounts/public-application.ts";
import { generateSecret, secretHint } from "../../accounts/secret.ts";
import { ConflictError } from "../../core/errors/errors.ts";
import { generateId } from "../../core/values/ids.ts";
import type { Change } from "../change.ts";
import type { DirectoryStore } from "../directory-store.ts";
import { EntriesError } from "../plan/entries-error.ts";
import { inThePast, published } from "../plan/issues.ts";
import type { PlannerDependencies } from "../plan/plan-changes.ts";
import type { StateStore } from "../stores.ts";
import { NotFoundError } from "./errors.ts";
import { readAll } from "./read-all.ts";
import type { Requester } from "./requester.ts";
import type { WriteState } from "./write-state.ts";

/** Enough for any rotation; a client with more secrets does not manage them. */
const MAX_LIVE = 20;

export type OwnerKind = "application" | "access_account";

/** The member in which callers send the secret of each kind. */
const GIVEN_AS: Readonly<Record<OwnerKind, string>> = {
  application: "client_secret",
  access_account: "secret_key",
};

export type AddSecret<R = Requester> = (
  requester: R,
  owner: { readonly kind: OwnerKind; readonly id: string },
  wanted: { readonly secret?: string; readonly expiresAt?: EpochSeconds },
  /** A rotation: the other live secrets expire then at the latest. */
  rotation?: { readonly othersUntil: EpochSeconds },
) => Promise<{
  readonly secret: string;
  readonly stored: Secret;
  /** The secrets that a rotation lets expire. */
  readonly ended: readonly (Secret & { readonly expiresAt: EpochSeconds })[];
  readonly revision: number;
}>;

export type RevokeSecret<R = Requester> = (
  requester: R,
  owner: { readonly kind: OwnerKind; readonly id: string },
  id: string,
) => Promise<{ readonly revision: number }>;

/** The stored form of a secret: its hash, and its last four characters, by which users recognise it. */
export const createSecret = (
  { hashSecret, clock }: Pick<PlannerDependencies, "hashSecret" | "clock">,
  owner: string,
  secret: string,
): Secret => ({
  id: generateId("secret"),
  owner,
  hash: hashSecret(secret),
  hint: secretHint(secret),
  createdAt: clock.seconds(),
});

export function createAddSecret<R>(dependencies: {
  readonly store: StateStore;
  readonly directory: DirectoryStore;
  readonly planner: PlannerDependencies;
  readonly writeState: WriteState<R>;
}): AddSecret<R> {
  const { store, directory, planner, writeState } = dependencies;
  return async (requester, owner, wanted, rotation) => {
    if (wanted.secret !== undefined && planner.isRefusedCredential(wanted.secret))
      throw new EntriesError([{ path: [GIVEN_AS[owner.kind]], ...published("secret") }]);
    const now = planner.clock.seconds();
    if (isExpired(wanted.expiresAt, now)) throw new EntriesError([{ path: ["expires_at"], ...inThePast }]);
    const secret = wanted.secret ?? generateSecret();
    const stored: Secret = {
      ...createSecret(planner, owner.id, secret),
      ...(wanted.expiresAt !== undefined && { expiresAt: wanted.expiresAt }),
    };
    const { ended, revision } = await writeState(requester, async () => {
      await requireKeepsSecrets(store, owner);
      const others = await readAll(directory, "secret", { owner: owner.id });
      const live = others.filter(({ expiresAt }) => !isExpired(expiresAt, now));
      const ending = rotation ? live.map((other) => endingBy(other, rotation.othersUntil)) : [];
      const staying = rotation ? ending.filter(({ expiresAt }) => !isExpired(expiresAt, now)) : live;
      if (staying.length >= MAX_LIVE)
        throw new ConflictError(`it has ${MAX_LIVE} live secrets already; delete unused ones`, {
          conflict: { code: "too_many_secrets", maximum: MAX_LIVE },
        });
      return {
        changes: [stored, ...ending].map((value): Change => ({ op: "put", kind: "secret", value })),
        ended: ending,
        // Checked after the guards: a caller that may not set the secret must not learn that it is the right one.
        checkAfterGuards: () => requireNew(stored, others),
      };
    });
    return { secret, stored, ended, revision };
  };
}

/** An expired secret stays stored, so an old configuration file that still names it cannot restore it. */
const endingBy = (secret: Secret, latest: EpochSeconds) => ({
  ...secret,
  expiresAt: Math.min(latest, secret.expiresAt ?? Number.POSITIVE_INFINITY),
});

function requireNew({ hash }: Secret, others: readonly Secret[]): void {
  if (others.some((other) => other.hash === hash))
    throw new ConflictError("this is or was one of its secrets; give a new one", {
      conflict: { code: "secret_used_before" },
    });
}

/**
 * Revokes a secret at once. The row stays, expired: an old configuration file that still contains the secret, perhaps a
 * leaked one, must not restore it.
 */
export function createRevokeSecret<R>(dependencies: {
  readonly store: StateStore;
  readonly planner: PlannerDependencies;
  readonly writeState: WriteState<R>;
}): RevokeSecret<R> {
  const { store, planner, writeState } = dependencies;
  return async (requester, owner, id) => {
    const now = planner.clock.seconds();
    const { revision } = await writeState(requester, async () => {
      const stored = await store.find("secret", id);
      if (stored?.owner !== owner.id || isExpired(stored.expiresAt, now))
        throw new NotFoundError("there is no live secret of this id here");
      return { changes: [{ op: "put", kind: "secret", value: { ...stored, expiresAt: now } }] };
    });
    return { revision };
  };
}

async function requireKeepsSecrets(
  store: StateStore,
  { kind, id }: { readonly kind: OwnerKind; readonly id: string },
): Promise<void> {
  if (kind === "access_account") {
    if (!(await store.find("access_account", id))) throw new NotFoundError("there is no such access account");
    return;
  }
  const application = await store.find("application", id);
  if (!application) throw new NotFoundError("there is no such application");
  if (isPublicApplication(application))
    throw new ConflictError(`a ${application.type} application cannot keep a secret`, {
      conflict: { code: "no_secret_for_type", application_type: application.type },
    });
  if (application.authenticationMethod === "private_key_jwt")
    throw new ConflictError("it signs in with its own key (private_key_jwt) and has no secret", {
      conflict: { code: "signs_in_with_key" },
    });
}
