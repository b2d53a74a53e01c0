import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { type RawBuilder, sql } from "kysely";
import type { WritingTrx } from "../engine/engine.ts";

/**
 * Enqueues a logout delivery for every application that took part in these sessions and registered for logout messages.
 * Runs in the transaction that ends the sessions, before they end, so no way of ending a session can omit it.
 */
export async function enqueueLogouts(
  trx: WritingTrx,
  sessions: RawBuilder<unknown>,
  now: EpochSeconds,
): Promise<void> {
  await sql`
    insert into logout_deliveries (id, application_id, user_id, session_id, attempts, due_at)
    select distinct d.session_id || ' ' || d.application_id, d.application_id, d.user_id, d.session_id,
      cast(0 as integer), cast(${now} as bigint)
    from delegations d join applications a on a.id = d.application_id
    where d.session_id in (select id from sessions where ${sessions})
      and d.redeemed_at is not null and a.backchannel_logout_uri is not null
    on conflict (id) do nothing`.execute(trx.later());
}
