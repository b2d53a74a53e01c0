import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { type RawBuilder, sql } from "kysely";
import type { SessionTimes } from "../../accounts/stores.ts";
import type {
  CodeRedemption,
  Delegation,
  DelegationState,
  DelegationStore,
  Redemption,
  RefreshState,
} from "../../oauth/stores.ts";
import { compileOnce } from "../engine/compile-once.ts";
import type { Engine } from "../engine/engine.ts";
import { optional } from "../statements/optional-values.ts";
import { lookupKey } from "../statements/sql-value.ts";
import { DELEGATION } from "../tables/records.ts";
import type { Database } from "../tables/schema.ts";
import { endedDelegation, hasNotEnded } from "./ended-delegation.ts";

type DelegationRow = Database["delegations"];

export function createDelegationStore({ db, batches }: Pick<Engine, "db" | "batches">): DelegationStore {
  const insert = batches.insert<NewRow>("delegations", NEW_COLUMNS, (row) => ({
    ...row,
    kept_until: laterOf(sessionEnd(row), row.code_expires_at),
  }));
  const findByCode = batches.read<{ codeHash: string }, DelegationRow>({ codeHash: "text" }, ({ codeHash }) =>
    db.selectFrom("delegations").select(COLUMNS).where("code_hash", "=", codeHash),
  );
  const find = batches.read<{ id: string }, DelegationRow & SessionColumns>({ id: "text" }, ({ id }) =>
    db
      .selectFrom("delegations")
      .leftJoin("sessions", (join) =>
        join.onRef("sessions.id", "=", "delegations.session_id").on("delegations.outlives_session", "=", 0),
      )
      .select(COLUMNS.map((column) => `delegations.${column}` as const))
      .select(["sessions.last_seen_at as session_last_seen_at", "sessions.expires_at as session_expires_at"])
      .where("delegations.id", "=", id),
  );
  const redeem = batches.update<RedeemArguments, SessionColumns & UserColumns>(
    { table: "delegations", column: "code_hash", member: "codeHash" },
    {
      codeHash: "text",
      now: "integer",
      refreshHash: "text",
      idleExpiresAt: "integer",
      absoluteExpiresAt: "integer",
      tokensUntil: "integer",
    },
    ({ codeHash, now, refreshHash, idleExpiresAt, absoluteExpiresAt, tokensUntil }) =>
      db
        .updateTable("delegations")
        .set({
          redeemed_at: now,
          refresh_hash: refreshHash,
          idle_expires_at: idleExpiresAt,
          absolute_expires_at: absoluteExpiresAt,
          tokens_until: tokensUntil,
          kept_until: laterOf(idleExpiresAt, sql.ref<number>("kept_until")),
        })
        .where("code_hash", "=", codeHash)
        .where("redeemed_at", "is", null)
        .where(hasNotEnded)
        .where("code_expires_at", ">", now)
        .returning([
          sessionColumn("last_seen_at").as("session_last_seen_at"),
          sessionColumn("expires_at").as("session_expires_at"),
          userColumn<number>("enabled").as("user_enabled"),
          userColumn<string>("password_hash").as("user_password_hash"),
        ]),
  );
  const rotate = batches.update<RotateArguments, { id: string }>(
    { table: "delegations", column: "id", member: "id" },
    {
      id: "text",
      presentedHash: "text",
      successorHash: "text",
      sealedSuccessor: "text",
      now: "integer",
      idleExpiresAt: "integer",
      tokensUntil: "integer",
    },
    ({ id, presentedHash, successorHash, sealedSuccessor, now, idleExpiresAt, tokensUntil }) =>
      db
        .updateTable("delegations")
        .set({
          refresh_hash: successorHash,
          previous_refresh_hash: presentedHash,
          sealed_refresh: sealedSuccessor,
          rotated_at: now,
          idle_expires_at: idleExpiresAt,
          tokens_until: tokensUntil,
          kept_until: laterOf(idleExpiresAt, sql.ref<number>("kept_until")),
        })
        .where("id", "=", id)
        .where("refresh_hash", "=", presentedHash)
        .where(hasNotEnded)
        .where("idle_expires_at", ">", now)
        .where("absolute_expires_at", ">", now)
        .returning("id"),
  );
  const end = compileOnce<{ id: string; now: EpochSeconds }, unknown>(["id", "now"], ({ id, now }) =>
    db.updateTable("delegations").set(endedDelegation(now)).where("id", "=", id).where(hasNotEnded),
  );

  return {
    async insert(delegation, codeHash) {
      await insert(toRow(delegation, codeHash));
    },
    async findByCode(codeHash) {
      const [row] = await findByCode({ codeHash: lookupKey(codeHash) });
      return row && fromRow(row);
    },
    async find(id) {
      const [row] = await find({ id: lookupKey(id) });
      return row && { ...fromRow(row), ...optional("session", sessionFrom(row)) };
    },
    async redeem(codeHash, redemption) {
      const [row] = await redeem(redeemArguments(lookupKey(codeHash), redemption));
      return row && { ...optional("session", sessionFrom(row)), ...optional("user", userFrom(row)) };
    },
    async rotate(id, rotation) {
      const presentedHash = lookupKey(rotation.presentedHash);
      return (await rotate({ ...rotation, id: lookupKey(id), presentedHash })).length === 1;
    },
    async end(id, now) {
      await db.executeQuery(end.with({ id: lookupKey(id), now }));
    },
  };
}

type Value<T> = T | RawBuilder<T>;

/** The first value may be null. The engines have different names for this function. */
const laterOf = (a: Value<number | null>, b: Value<number>) =>
  sql<number>`case when ${a} > ${b} then ${a} else ${b} end`;

/**
 * While the session lives, the delegation is kept: the end of the session must find the applications that took part.
 */
const sessionEnd = ({ session_id }: NewRow) =>
  sql<number | null>`(select expires_at from sessions where id = ${session_id})`;

/** The times of the delegation's session; null when the delegation outlives it or has none. */
interface SessionColumns {
  session_last_seen_at: EpochSeconds | null;
  session_expires_at: EpochSeconds | null;
}

/** Used in the `returning` of an update, where SQLite allows no join. */
const sessionColumn = (column: "last_seen_at" | "expires_at") =>
  sql<EpochSeconds | null>`(select ${sql.ref(`sessions.${column}`)} from sessions
    where sessions.id = delegations.session_id and delegations.outlives_session = 0)`;

/** The user of the delegation; null when there is none any more. */
interface UserColumns {
  user_enabled: number | null;
  user_password_hash: string | null;
}

const userColumn = <Value>(column: "enabled" | "password_hash") =>
  sql<Value | null>`(select ${sql.ref(`users.${column}`)} from users where users.id = delegations.user_id)`;

const userFrom = ({
  user_enabled,
  user_password_hash,
}: UserColumns): NonNullable<Redemption["user"]> | null =>
  user_enabled === null
    ? null
    : { enabled: user_enabled === 1, ...optional("passwordHash", user_password_hash) };

function sessionFrom({ session_last_seen_at, session_expires_at }: SessionColumns): SessionTimes | null {
  if (session_last_seen_at === null || session_expires_at === null) return null;
  return { lastSeenAt: session_last_seen_at, expiresAt: session_expires_at };
}

type RedeemArguments = {
  codeHash: string;
  now: EpochSeconds;
  refreshHash: string | null;
  idleExpiresAt: EpochSeconds | null;
  absoluteExpiresAt: EpochSeconds | null;
  tokensUntil: EpochSeconds;
};

const redeemArguments = (
  codeHash: string,
  { now, refresh, tokensUntil }: CodeRedemption,
): RedeemArguments => ({
  codeHash,
  now,
  refreshHash: refresh?.currentHash ?? null,
  idleExpiresAt: refresh?.idleExpiresAt ?? null,
  absoluteExpiresAt: refresh?.absoluteExpiresAt ?? null,
  tokensUntil,
});

type RotateArguments = {
  id: string;
  presentedHash: string;
  successorHash: string;
  sealedSuccessor: string;
  now: EpochSeconds;
  idleExpiresAt: EpochSeconds;
  tokensUntil: EpochSeconds;
};

const NEW_COLUMNS = { ...DELEGATION.types, code_hash: "text", details: "text" } as const;
type NewColumn = keyof typeof NEW_COLUMNS;
const COLUMNS = [
  ...(Object.keys(NEW_COLUMNS) as NewColumn[]),
  "redeemed_at",
  "ended_at",
  "refresh_hash",
  "previous_refresh_hash",
  "rotated_at",
  "sealed_refresh",
  "idle_expires_at",
  "absolute_expires_at",
  "kept_until",
  "tokens_until",
  "announce_until",
] as const satisfies readonly (keyof DelegationRow)[];
type NewRow = Pick<DelegationRow, NewColumn>;

function toRow(delegation: Delegation, codeHash: string): NewRow {
  const { id, userId, applicationId, sessionId, outlivesSession, createdAt, codeExpiresAt, ...details } =
    delegation;
  // JSON, because values that an application chose (such as a nonce) may contain characters that PostgreSQL refuses.
  return { ...DELEGATION.toRow(delegation), code_hash: codeHash, details: JSON.stringify(details) };
}

function fromRow(row: DelegationRow): Omit<DelegationState, "session"> {
  const refresh = refreshFrom(row);
  return {
    delegation: { ...JSON.parse(row.details), ...DELEGATION.fromRow(row) },
    ...optional("redeemedAt", row.redeemed_at),
    ...optional("endedAt", row.ended_at),
    ...(refresh && { refresh }),
  };
}

function refreshFrom(row: DelegationRow): RefreshState | undefined {
  const { refresh_hash, idle_expires_at, absolute_expires_at } = row;
  if (refresh_hash === null || idle_expires_at === null || absolute_expires_at === null) return undefined;
  return {
    currentHash: refresh_hash,
    ...optional("previousHash", row.previous_refresh_hash),
    ...optional("rotatedAt", row.rotated_at),
    ...optional("sealedCurrent", row.sealed_refresh),
    idleExpiresAt: idle_expires_at,
    absoluteExpiresAt: absolute_expires_at,
  };
}
