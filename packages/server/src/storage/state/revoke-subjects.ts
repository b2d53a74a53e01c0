import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { type Change, entityId } from "../../directory/change.ts";
import type { WritingTrx } from "../engine/engine.ts";
import { fixedChunks } from "../statements/fixed-chunks.ts";
import { type EntitiesBefore, entityKey } from "./find-entities-before.ts";

/**
 * A node that has not heard of a change goes on for up to two seconds as before, and a request may begin in the last
 * moment. Tokens of that time are revoked as well.
 */
const UNHEARD_SECONDS = 3;
/** The longest lifetime of an access token. */
const LONGEST_ACCESS_TOKEN_SECONDS = 86_400;

/**
 * Announces that tokens of the users, applications and access accounts of a change set are invalid: they were disabled
 * or deleted, or the end of an access account came closer. Delegations that ended for it are announced as well, except
 * those to an application, which may be many.
 */
export async function revokeSubjects(
  trx: WritingTrx,
  changes: readonly Change[],
  before: EntitiesBefore,
  { revision, now }: { readonly revision: number; readonly now: EpochSeconds },
): Promise<void> {
  const subjects = new Set(changes.filter((change) => losesAccess(change, before)).map(entityId));
  const issuedBefore = now + UNHEARD_SECONDS;
  const rows = [...subjects].map((subject) => ({
    id: `${revision} ${subject}`,
    subject,
    issued_before: issuedBefore,
    expires_at: issuedBefore + LONGEST_ACCESS_TOKEN_SECONDS,
  }));
  for (const chunk of fixedChunks(rows))
    await trx.later().insertInto("revoked_subjects").values(chunk).execute();
}

function losesAccess(change: Change, before: EntitiesBefore): boolean {
  if (change.kind !== "user" && change.kind !== "application" && change.kind !== "access_account")
    return false;
  if (change.op === "delete") return true;
  const stored = before.get(entityKey(change));
  // New, or of another kind: nothing was issued to it.
  if (stored?.kind !== change.kind) return false;
  if ("enabled" in stored.value && stored.value.enabled && !change.value.enabled) return true;
  return (
    change.kind === "access_account" &&
    stored.kind === "access_account" &&
    endOf(change.value) < endOf(stored.value)
  );
}

const endOf = ({ expiresAt }: { readonly expiresAt?: EpochSeconds }): EpochSeconds =>
  expiresAt ?? Number.POSITIVE_INFINITY;
