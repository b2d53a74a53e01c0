/**
 * Stores the models of oidc-provider in PostgreSQL, as its documentation describes: one table, the payload as JSON,
 * columns for the lookups. It has the same advantages as Licet: ten pooled connections, every
 * statement prepared once on each, an index for every lookup, one statement for every call.
 */
import type { Adapter, AdapterPayload } from "oidc-provider";
import pg from "pg";

const TABLE = `
  create table if not exists oidc_models (
    type text collate "C" not null,
    id text collate "C" not null,
    payload json not null,
    grant_id text collate "C",
    user_code text collate "C",
    uid text collate "C",
    expires_at bigint,
    consumed_at bigint,
    primary key (type, id)
  );
  create index if not exists oidc_models_by_grant on oidc_models (grant_id) where grant_id is not null;
  create index if not exists oidc_models_by_user_code on oidc_models (user_code) where user_code is not null;
  create index if not exists oidc_models_by_uid on oidc_models (uid) where uid is not null;`;

const UPSERT = `
  insert into oidc_models (type, id, payload, grant_id, user_code, uid, expires_at) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (type, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
    user_code = excluded.user_code, uid = excluded.uid, expires_at = excluded.expires_at`;
const LOOK_UP = "select payload, expires_at, consumed_at from oidc_models where type = $1 and";
const FIND = `${LOOK_UP} id = $2`;
const FIND_BY_USER_CODE = `${LOOK_UP} user_code = $2`;
const FIND_BY_UID = `${LOOK_UP} uid = $2`;
const CONSUME = "update oidc_models set consumed_at = $3 where type = $1 and id = $2";
const DESTROY = "delete from oidc_models where type = $1 and id = $2";
const REVOKE = "delete from oidc_models where grant_id = $1";

interface Row {
  readonly payload: AdapterPayload;
  /** bigint comes as text. */
  readonly expires_at: string | null;
  readonly consumed_at: string | null;
}

export async function createPostgresAdapter(databaseUrl: string): Promise<(type: string) => Adapter> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, keepAlive: true });
  await pool.query(TABLE);

  return (type) => {
    const find = async (name: string, text: string, value: string): Promise<AdapterPayload | undefined> => {
      const { rows } = await pool.query<Row>({ name, text, values: [type, value] });
      const [row] = rows;
      if (!row || (row.expires_at !== null && Number(row.expires_at) <= epochSeconds())) return undefined;
      return row.consumed_at === null ? row.payload : { ...row.payload, consumed: Number(row.consumed_at) };
    };
    return {
      async upsert(id, payload, expiresIn) {
        const { grantId = null, userCode = null, uid = null } = payload;
        const expiresAt = expiresIn === undefined ? null : epochSeconds() + expiresIn;
        const values = [type, id, JSON.stringify(payload), grantId, userCode, uid, expiresAt];
        await pool.query({ name: "upsert", text: UPSERT, values });
      },
      find: (id) => find("find", FIND, id),
      findByUserCode: (userCode) => find("find_by_user_code", FIND_BY_USER_CODE, userCode),
      findByUid: (uid) => find("find_by_uid", FIND_BY_UID, uid),
      async consume(id) {
        await pool.query({ name: "consume", text: CONSUME, values: [type, id, epochSeconds()] });
      },
      async destroy(id) {
        await pool.query({ name: "destroy", text: DESTROY, values: [type, id] });
      },
      async revokeByGrantId(grantId) {
        await pool.query({ name: "revoke", text: REVOKE, values: [grantId] });
      },
    };
  };
}

const epochSeconds = (): number => Math.floor(Date.now() / 1000);
