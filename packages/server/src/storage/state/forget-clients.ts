import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { sql } from "kysely";
import { type EntityKind, entityId } from "../../directory/change.ts";
import type { WritingTrx } from "../engine/engine.ts";
import { fixedChunks } from "../statements/fixed-chunks.ts";
import type { Consequence } from "./change-event.ts";
import { endResetLinks } from "./end-links.ts";

/**
 * Deletes the rows that refer to clients by id and that change sets do not write: consents, pending requests, queued
 * messages and links for a new password. Also ends the delegations to these clients, whose revocation
 * `revokeSubjects` announces. Runs for deleted clients, and
 * again for new ones: a row may have been written while the former client of that id was being deleted.
 */
export async function forgetClients(
  trx: WritingTrx,
  clients: { readonly applications: readonly string[]; readonly accessKeys: readonly string[] },
  now: EpochSeconds,
): Promise<void> {
  const { applications, accessKeys } = clients;
  const deferred = trx.later();
  for (const chunk of fixedChunks(applications)) {
    const ids = sql.join(chunk);
    await sql`delete from consents where application_id in (${ids})`.execute(deferred);
    await sql`delete from logout_deliveries where application_id in (${ids})`.execute(deferred);
    await sql`update delegations set ended_at = ${now}
      where application_id in (${ids}) and ended_at is null`.execute(deferred);
  }
  await endResetLinks(trx, clients);
  for (const chunk of fixedChunks([...applications, ...accessKeys]))
    await sql`delete from pushed_requests where client_id in (${sql.join(chunk)})`.execute(deferred);
}

/** The clients that a change set deletes, including those that are deleted with their application. */
export const deletedClients = (happened: readonly Consequence[]) => ({
  applications: deletedIds("application", happened),
  accessKeys: deletedIds("access_account", happened),
});

const deletedIds = (kind: EntityKind, happened: readonly Consequence[]): readonly string[] => [
  ...new Set(
    happened.flatMap(({ change }) =>
      change.op === "delete" && change.kind === kind ? [entityId(change)] : [],
    ),
  ),
];
