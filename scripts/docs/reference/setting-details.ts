import type { SettingName } from "../../../packages/server/src/settings/settings.ts";

interface SettingDetails {
  /** Where it is no value of its own, but made at the start. */
  readonly default?: string;
  /** What the one line of its definition leaves out. */
  readonly more?: string;
}

const FILE = (variable: string): SettingDetails => ({
  more: `Given instead of \`${variable}\`; see [Secrets in files](../operations.md#secrets-in-files).`,
});
const LIMIT = "See [Limits](../operations.md#limits).";

/** What the reference says about a setting beyond its definition. */
export const SETTING_DETAILS: Readonly<Record<SettingName, SettingDetails>> = {
  base_url: {
    default: "`http://HOST:PORT`",
    more: "Scheme, host and port in lower case, no path, no final slash. Set it for anything but a try-out, and do not change it later: tokens name it. Every address in an answer comes from it, never from `Host` or `X-Forwarded-*`.",
  },
  allow_http: {
    more: "The loopback is `127.0.0.0/8`, `::1` and `localhost`. Without TLS everyone on the network path can read and change tokens, client secrets and cookies, so the start stops otherwise. Even with it users cannot sign in on the pages: browsers get no cookies over plain HTTP.",
  },
  host: {},
  port: { more: "With 0, a free one, which the banner shows." },
  workers: {
    default: "one for each core",
    more: "A core counts if the process or its container may use it. See [Workers](../operations.md#workers).",
  },
  tls_cert: {
    more: "With it Licet answers by [TLS](../operations.md#tls) only, and the default of `LICET_BASE_URL` begins with `https://`.",
  },
  tls_key: { more: "The key has no passphrase." },
  data_dir: {},
  database_url: {
    default: "`sqlite:` in the data folder",
    more: "For PostgreSQL: `postgres://user:password@host/database`.",
  },
  database_url_file: FILE("LICET_DATABASE_URL"),
  database_direct_url: {
    more: "Required where `LICET_DATABASE_URL` leads to [such a pooler](../operations.md#behind-a-pooler).",
  },
  database_direct_url_file: FILE("LICET_DATABASE_DIRECT_URL"),
  database_connections: {
    default: "20",
    more: "Each [worker](../operations.md#workers) needs 3 at least, and with more than 5 workers the default is 4 for each.",
  },
  auto_migrate: {
    more: "This holds for the server and for every command. See [Upgrade](../guides/upgrade.md).",
  },
  secret: {
    default: "made in the data folder on SQLite",
    more: "All other keys are derived from the root keys. With several values it [can be changed](../operations.md#changing-licet_secret). Required on PostgreSQL, the same on all nodes.",
  },
  secret_file: FILE("LICET_SECRET"),
  admin_username: {
    more: "See [The first administrator](../operations.md#the-first-administrator).",
  },
  admin_password_file: {
    more: "Needs `LICET_ADMIN_USERNAME`; see [Secrets in files](../operations.md#secrets-in-files).",
  },
  trusted_proxies: {
    more: "A network is written as `10.0.0.0/8`. The hops may have a port or not. A network of every address (`0.0.0.0/0`) is refused. [Behind a proxy](../operations.md#limits), set it.",
  },
  allowed_hosts: {
    more: "One that is not on the loopback makes the server [reachable for others](../operations.md#the-demo-and-published-credentials).",
  },
  outbound_private: { more: "Only for networks where every application is trusted." },
  request_deadline_milliseconds: {
    more: "The answer has `Retry-After`, and the work of the request ends; see [Reliability](../reliability.md#one-deadline-for-each-request).",
  },
  shutdown_delay_milliseconds: {
    more: "A balancer that checks `/readyz` sends new requests elsewhere meanwhile. Make it longer than the balancer needs to notice, or 0 where nothing checks.",
  },
  log_level: {},
  metrics: {
    default: "`public` on a private server or with `LICET_METRICS_LISTEN`, otherwise `off`",
    more: "A server is private if [only its machine can reach it](../operations.md#the-demo-and-published-credentials). Where it is `off`, `/metrics` is answered with 404. See [Who reads the metrics](../operations.md#who-reads-the-metrics).",
  },
  metrics_token: {
    more: "Letters, digits and `- . _ ~ + /`, such as `openssl rand -hex 32` writes. A request without it gets 401.",
  },
  metrics_token_file: FILE("LICET_METRICS_TOKEN"),
  metrics_listen: {
    more: "Such as `127.0.0.1:9464` or `[::1]:9464`. With `LICET_TLS_CERT` it answers by TLS, too.",
  },
  access_token_seconds: {},
  code_seconds: {},
  refresh_idle_seconds: {},
  refresh_seconds: {},
  session_idle_seconds: {
    more: "A refresh with a token that does not outlive the session counts as use, so keep it well above `LICET_ACCESS_TOKEN_SECONDS`.",
  },
  session_seconds: { more: "Tokens that do not outlive the session end with it." },
  consent_seconds: {},
  jwks_max_age_seconds: { more: "See [Keys and their rotation](../operations.md#keys-and-their-rotation)." },
  key_propagation_seconds: { more: "It also covers how far the clocks of nodes are apart." },
  key_rotation_seconds: {},
  audit_retention_days: {},
  audit_queue_events: {
    more: "The default is half a minute of a busy node, or 50 MB. See [Logs](../operations.md#logs).",
  },
  brand_name: { more: "With another name than `Licet`, the mark of Licet is not shown." },
  brand_logo: {},
  brand_colour: { default: "Licet's", more: "Texts on it stay readable whatever it is." },
  security_contact: {
    more: "The preferred one first. The file follows RFC 9116; its `Expires` is always 90 days ahead. Without a contact, that path is a 404.",
  },
  security_policy: { more: "For the same file." },
  limit_client_failures: { more: LIMIT },
  limit_address_failures: { more: LIMIT },
  limit_anonymous_requests: {
    more: `These are all requests that make Licet store data for an unauthenticated caller. ${LIMIT}`,
  },
  limit_window_seconds: { more: "It begins with the first that is counted." },
  limit_account_sign_ins: { more: LIMIT },
  limit_address_sign_ins: { more: LIMIT },
  limit_sign_in_window_seconds: {},
  limit_client_requests: { more: LIMIT },
  limit_address_requests: { more: LIMIT },
  pushed_requests_per_client: { more: LIMIT },
};
