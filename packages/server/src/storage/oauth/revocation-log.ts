import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { sql } from "kysely";
import { requireTime } from "../../core/time/deadline.ts";
import type { LoggedRevocation, RevocationLog } from "../../oauth/stores.ts";
import { compileOnce } from "../engine/compile-once.ts";
import type { Engine, Trx } from "../engine/engine.ts";
import { fixedChunks } from "../statements/fixed-chunks.ts";
import { optional } from "../statements/optional-values.ts";
import type { Database } from "../tables/schema.ts";

type LogRow = Database["revocations"];
type NewEntry = Omit<LogRow, "position">;
/** The columns of the log are null when nothing is new. */
type ReadRow = { [Column in keyof LogRow]: LogRow[Column] | null } & {
  readonly newest: number;
  readonly has_unannounced: number;
};

/** How many revocations of a kind get their positions in one transaction. */
const ANNOUNCED_AT_ONCE = 1_000;
/** Verifiers accept tokens for a short time after their end, because clocks differ. */
const CLOCK_TOLERANCE_SECONDS = 60;

export function createRevocationLog({
  db,
  transactions,
}: Pick<Engine, "db" | "transactions">): RevocationLog {
  // One statement reads the rows, the newest position, and whether something waits for one, from one snapshot.
  const logAfter = compileOnce<{ after: number; now: number; limit: number }, ReadRow>(
    ["after", "now", "limit"],
    ({ after, now, limit }) =>
      db
        .selectFrom("revocation_position")
        .leftJoin(
          (log) =>
            log
              .selectFrom("revocations")
              .select(["position", "kind", "revoked", "issued_before", "resources", "expires_at"])
              .where("revocations.position", ">", after)
              .where("revocations.expires_at", ">", now)
              .orderBy("revocations.position")
              .limit(limit)
              .as("log"),
          (join) => join.onTrue(),
        )
        .select([
          "revocation_position.value as newest",
          sql<number>`case when exists (select 1 from delegations where announce_until is not null)
            or exists (select 1 from revoked_tokens where announce_to is not null)
            or exists (select 1 from revoked_subjects) then 1 else 0 end`.as("has_unannounced"),
          "log.position",
          "log.kind",
          "log.revoked",
          "log.issued_before",
          "log.resources",
          "log.expires_at",
        ])
        .orderBy("log.position"),
  );

  /**
   * Gives positions to what was committed without one. The lock on the last position puts the nodes into one order: a
   * reader that sees a position sees everything before it. The transactions that end tokens do not take this lock, so
   * they wait neither for each other nor for readers.
   */
  const announceSome = (now: EpochSeconds): Promise<{ readonly isAll: boolean }> =>
    transactions.transact(async (trx) => {
      const { value: last } = await trx
        .updateTable("revocation_position")
        .set({ value: sql<number>`value` })
        .returning("value")
        .executeTakeFirstOrThrow();
      const waiting = [await takeDelegations(trx), await takeTokens(trx), await takeSubjects(trx)];
      const entries = waiting.flat().filter((entry) => entry.expires_at > now);
      const rows = entries.map((entry, i) => ({ ...entry, position: last + i + 1 }));
      for (const chunk of fixedChunks(rows)) await trx.insertInto("revocations").values(chunk).execute();
      await trx
        .updateTable("revocation_position")
        .set({ value: last + rows.length })
        .execute();
      return { isAll: waiting.every(({ length }) => length < ANNOUNCED_AT_ONCE) };
    });

  /** All that was committed before: what is committed meanwhile may wait, or a busy server would never answer. */
  async function announce(now: EpochSeconds): Promise<void> {
    while (!(await announceSome(now)).isAll) requireTime();
  }

  return {
    async listAfter(position, limit, now) {
      const read = async () => {
        const { rows } = await db.executeQuery(logAfter.with({ after: position, now, limit }));
        const [first] = rows;
        if (first === undefined) throw new Error("the row of the last position is missing");
        const page = { newest: first.newest, entries: rows.flatMap(fromRow) };
        return { page, hasUnannounced: first.has_unannounced !== 0 };
      };
      const found = await read();
      if (!found.hasUnannounced) return found.page;
      await announce(now);
      return (await read()).page;
    },
  };
}

async function takeDelegations(trx: Trx): Promise<readonly NewEntry[]> {
  const ended = await trx
    .selectFrom("delegations")
    .select(["id", "announce_until", "details"])
    .where("announce_until", "is not", null)
    .limit(ANNOUNCED_AT_ONCE)
    .execute();
  for (const chunk of fixedChunks(ended.map(({ id }) => id)))
    await trx.updateTable("delegations").set({ announce_until: null }).where("id", "in", chunk).execute();
  return ended.map(({ id, announce_until, details }) => ({
    kind: "delegation",
    revoked: id,
    issued_before: null,
    resources: JSON.stringify(resourcesOf(details)),
    expires_at: (announce_until ?? 0) + CLOCK_TOLERANCE_SECONDS,
  }));
}

/** The names of the resources that tokens on a delegation may be for: nothing beyond `agreed` is ever issued on it. */
function resourcesOf(details: string): readonly string[] {
  const { agreed } = JSON.parse(details) as { readonly agreed: readonly string[] };
  return [
    ...new Set(
      agreed.flatMap((item) => {
        const colon = item.indexOf(":");
        return colon === -1 ? [] : [item.slice(0, colon)];
      }),
    ),
  ];
}

async function takeTokens(trx: Trx): Promise<readonly NewEntry[]> {
  const revoked = await trx
    .selectFrom("revoked_tokens")
    .selectAll()
    .where("announce_to", "is not", null)
    .limit(ANNOUNCED_AT_ONCE)
    .execute();
  for (const chunk of fixedChunks(revoked.map(({ id }) => id)))
    await trx.updateTable("revoked_tokens").set({ announce_to: null }).where("id", "in", chunk).execute();
  return revoked.map(({ id, expires_at, announce_to }) => ({
    kind: "token",
    revoked: id,
    issued_before: null,
    resources: announce_to,
    expires_at: expires_at + CLOCK_TOLERANCE_SECONDS,
  }));
}

async function takeSubjects(trx: Trx): Promise<readonly NewEntry[]> {
  const revoked = await trx.selectFrom("revoked_subjects").selectAll().limit(ANNOUNCED_AT_ONCE).execute();
  for (const chunk of fixedChunks(revoked.map(({ id }) => id)))
    await trx.deleteFrom("revoked_subjects").where("id", "in", chunk).execute();
  return revoked.map(({ subject, issued_before, expires_at }) => ({
    kind: "subject",
    revoked: subject,
    issued_before,
    resources: null,
    expires_at: expires_at + CLOCK_TOLERANCE_SECONDS,
  }));
}

function fromRow(row: ReadRow): readonly LoggedRevocation[] {
  const { position, kind, revoked, issued_before, resources, expires_at } = row;
  if (position === null || kind === null || revoked === null || expires_at === null) return [];
  return [
    {
      position,
      kind: kind as LoggedRevocation["kind"],
      id: revoked,
      ...optional("issuedBefore", issued_before),
      ...(resources !== null && { resources: JSON.parse(resources) as readonly string[] }),
      until: expires_at,
    },
  ];
}
