import { LOG_LEVELS } from "../observability/log.ts";

interface SettingDefinition {
  readonly default: string | undefined;
  readonly help: string;
}

/** One table for flags (`--base-url`), environment (`LICET_BASE_URL`), file (`base_url`) and help. */
export const SETTING_DEFINITIONS = {
  base_url: { default: undefined, help: "the address callers use; the issuer of all tokens" },
  allow_http: {
    default: "false",
    help: "whether the base URL may be http:// where it is not on the loopback",
  },
  host: { default: "127.0.0.1", help: "the address to listen on" },
  port: { default: "4455", help: "the port to listen on" },
  workers: {
    default: undefined,
    help: "how many processes serve; by default one for each core, at most 8, and at most 4 on SQLite",
  },
  tls_cert: {
    default: undefined,
    help: "a PEM file with the certificate of this server and its chain; with tls_key it answers by TLS",
  },
  tls_key: { default: undefined, help: "a PEM file with the private key of that certificate" },
  data_dir: { default: "./data", help: "the folder of the embedded database and its secret" },
  database_url: { default: undefined, help: "sqlite:PATH (in the data folder by default) or postgres://…" },
  database_url_file: { default: undefined, help: "a file that holds the database URL" },
  database_direct_url: {
    default: undefined,
    help: "the same PostgreSQL without a pooler in transaction mode, where database_url leads to one",
  },
  database_direct_url_file: { default: undefined, help: "a file that holds the direct database URL" },
  database_connections: {
    default: undefined,
    help: "how many connections to PostgreSQL the server may have; its workers divide them (20 by default)",
  },
  auto_migrate: {
    default: "true",
    help: "whether a start migrates the database; if not, one that needs it is refused, and licet migrate does it",
  },
  secret: {
    default: undefined,
    help: "at least 32 characters; the root keys are sealed under it. Several, one a line: the first seals, all open",
  },
  secret_file: { default: undefined, help: "a file that holds the secret, or several, one a line" },
  admin_username: {
    default: undefined,
    help: "the administrator that serve creates if there is none, with the password in admin_password_file",
  },
  admin_password_file: { default: undefined, help: "a file that holds the password of that administrator" },
  trusted_proxies: {
    default: "",
    help: "addresses or networks of proxies whose X-Forwarded-For counts, by comma",
  },
  allowed_hosts: { default: "", help: "further Host names that are answered, by comma" },
  request_deadline_milliseconds: {
    default: "8000",
    help: "the time after which a request is answered with 503 if it has no other answer",
  },
  log_level: { default: "info", help: LOG_LEVELS.join(", ") },
  access_token_seconds: { default: "600", help: "how long access tokens live" },
  code_seconds: { default: "60", help: "how long an authorization code can be exchanged" },
  refresh_idle_seconds: { default: "2592000", help: "how long a refresh token waits to be used (30 days)" },
  refresh_seconds: { default: "7776000", help: "how long refreshing goes on at most (90 days)" },
  session_idle_seconds: { default: "86400", help: "how long a sign-in lasts without being used (a day)" },
  session_seconds: { default: "1209600", help: "how long a sign-in lasts at most (14 days)" },
  consent_seconds: { default: "31536000", help: "how long a user's consent is remembered (a year)" },
  jwks_max_age_seconds: { default: "300", help: "how long verifiers may cache the public keys" },
  key_propagation_seconds: { default: "30", help: "how long a new key may take to reach every node" },
  key_rotation_seconds: {
    default: "7776000",
    help: "the age at which a signing key gets a successor (90 days)",
  },
  pushed_requests_per_client: {
    default: "10000",
    help: "how many pushed requests of an authenticated client may wait to be used",
  },
  audit_retention_days: { default: "90", help: "how long the audit log is kept" },
  audit_queue_events: {
    default: "200000",
    help: "how many audit events wait in memory while they cannot be written",
  },
  brand_name: { default: "Licet", help: "the name on the pages that users see" },
  brand_logo: { default: undefined, help: "a PNG, JPEG or WebP file with the logo of those pages" },
  brand_colour: { default: undefined, help: "the colour of their buttons, as #rrggbb" },
  outbound_private: {
    default: "false",
    help: "whether logout notices may go to private and loopback addresses",
  },
  security_contact: {
    default: "",
    help: "whom to tell of a vulnerability, for /.well-known/security.txt: mailto:, https: or tel:, by comma",
  },
  security_policy: { default: undefined, help: "where the rules for reporting one stand: https://…" },
  limit_client_failures: {
    default: "50",
    help: "failed authentications of one client from one address in a window (0: no limit)",
  },
  limit_address_failures: {
    default: "300",
    help: "failed client authentications from one address in a window (0: no limit)",
  },
  limit_anonymous_requests: {
    default: "600",
    help: "requests from one address that lead to a login page, in a window (0: no limit)",
  },
  limit_window_seconds: { default: "300", help: "the window of these three" },
  limit_account_sign_ins: {
    default: "10",
    help: "failed sign-ins of one account in a window (0: no limit)",
  },
  limit_address_sign_ins: {
    default: "100",
    help: "failed sign-ins from one address in a window (0: no limit)",
  },
  limit_sign_in_window_seconds: { default: "900", help: "the window of these two" },
  limit_client_requests: { default: "0", help: "requests of one client in a minute (0: no limit)" },
  limit_address_requests: { default: "0", help: "requests from one address in a minute (0: no limit)" },
} as const satisfies Record<string, SettingDefinition>;
export type SettingName = keyof typeof SETTING_DEFINITIONS;

export type RawSettings = Partial<Record<SettingName, string>>;

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTING_DEFINITIONS, name);
