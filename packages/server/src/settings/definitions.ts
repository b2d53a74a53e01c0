import { LOG_LEVELS } from "../observability/log.ts";

/** The settings by what they are about, in the order of help and of the reference. */
export const SETTING_GROUPS = {
  network: "Network",
  storage: "Database",
  secret: "Secret and first administrator",
  lifetimes: "Lifetimes",
  log: "Log and audit log",
  metrics: "Metrics",
  pages: "Pages",
  limits: "Limits",
} as const;
export type SettingGroup = keyof typeof SETTING_GROUPS;

/** A list is separated by commas. */
export type SettingType = "text" | "boolean" | "list" | "path" | "URL" | WholeNumber;
export interface WholeNumber {
  readonly least: number;
  readonly most: number;
}
const wholeNumber = (least: number, most: number): WholeNumber => ({ least, most });

const DAY_SECONDS = 86_400;
const TEN_YEARS_SECONDS = 10 * 366 * DAY_SECONDS;

interface SettingDefinition {
  readonly group: SettingGroup;
  readonly type: SettingType;
  readonly default: string | undefined;
  readonly help: string;
}

/** One table for flags (`--base-url`), environment (`LICET_BASE_URL`), file (`base_url`), help and the reference. */
export const SETTING_DEFINITIONS = {
  base_url: {
    group: "network",
    type: "URL",
    default: undefined,
    help: "the address callers use; the issuer of all tokens",
  },
  allow_http: {
    group: "network",
    type: "boolean",
    default: "false",
    help: "whether the base URL may be http:// where it is not on the loopback",
  },
  host: { group: "network", type: "text", default: "127.0.0.1", help: "the address to listen on" },
  port: { group: "network", type: wholeNumber(0, 65_535), default: "4455", help: "the port to listen on" },
  workers: {
    group: "network",
    type: wholeNumber(1, 64),
    default: undefined,
    help: "how many processes serve; by default one for each core, at most 8, and at most 4 on SQLite",
  },
  tls_cert: {
    group: "network",
    type: "path",
    default: undefined,
    help: "a PEM file with the certificate of this server and its chain; with tls_key it answers by TLS",
  },
  tls_key: {
    group: "network",
    type: "path",
    default: undefined,
    help: "a PEM file with the private key of that certificate",
  },
  trusted_proxies: {
    group: "network",
    type: "list",
    default: "",
    help: "addresses or networks of proxies whose X-Forwarded-For counts, by comma; none where no proxy is in front",
  },
  allowed_hosts: {
    group: "network",
    type: "list",
    default: "",
    help: "further Host names that are answered, by comma",
  },
  outbound_private: {
    group: "network",
    type: "boolean",
    default: "false",
    help: "whether logout notices may go to private and loopback addresses",
  },
  request_deadline_milliseconds: {
    group: "network",
    type: wholeNumber(1_000, 9_000),
    default: "8000",
    help: "the time after which a request is answered with 503 if it has no other answer",
  },
  shutdown_delay_milliseconds: {
    group: "network",
    type: wholeNumber(0, 60_000),
    default: "1000",
    help: "how long a server that is told to stop still accepts connections, while /readyz answers 503; not at a terminal",
  },
  data_dir: {
    group: "storage",
    type: "path",
    default: "./data",
    help: "the folder of the embedded database and its secret",
  },
  database_url: {
    group: "storage",
    type: "URL",
    default: undefined,
    help: "sqlite:PATH (in the data folder by default) or postgres://…",
  },
  database_url_file: {
    group: "storage",
    type: "path",
    default: undefined,
    help: "a file that holds the database URL",
  },
  database_direct_url: {
    group: "storage",
    type: "URL",
    default: undefined,
    help: "the same PostgreSQL without a pooler in transaction mode, where database_url leads to one",
  },
  database_direct_url_file: {
    group: "storage",
    type: "path",
    default: undefined,
    help: "a file that holds the direct database URL",
  },
  database_connections: {
    group: "storage",
    type: wholeNumber(3, 10_000),
    default: undefined,
    help: "how many connections to PostgreSQL the server may have; its workers divide them (20 by default)",
  },
  auto_migrate: {
    group: "storage",
    type: "boolean",
    default: "true",
    help: "whether a start migrates the database; if not, one that needs it is refused, and licet migrate does it",
  },
  secret: {
    group: "secret",
    type: "text",
    default: undefined,
    help: "at least 32 characters; the root keys are sealed under it. Several, one a line: the first seals, all open",
  },
  secret_file: {
    group: "secret",
    type: "path",
    default: undefined,
    help: "a file that holds the secret, or several, one a line",
  },
  admin_username: {
    group: "secret",
    type: "text",
    default: undefined,
    help: "the administrator that serve creates if there is none, with the password in admin_password_file",
  },
  admin_password_file: {
    group: "secret",
    type: "path",
    default: undefined,
    help: "a file that holds the password of that administrator",
  },
  access_token_seconds: {
    group: "lifetimes",
    type: wholeNumber(1, DAY_SECONDS),
    default: "600",
    help: "how long access tokens live",
  },
  code_seconds: {
    group: "lifetimes",
    type: wholeNumber(1, 600),
    default: "60",
    help: "how long an authorization code can be exchanged",
  },
  refresh_idle_seconds: {
    group: "lifetimes",
    type: wholeNumber(1, TEN_YEARS_SECONDS),
    default: "2592000",
    help: "how long a refresh token waits to be used (30 days)",
  },
  refresh_seconds: {
    group: "lifetimes",
    type: wholeNumber(1, TEN_YEARS_SECONDS),
    default: "7776000",
    help: "how long refreshing goes on at most (90 days)",
  },
  session_idle_seconds: {
    group: "lifetimes",
    type: wholeNumber(1, TEN_YEARS_SECONDS),
    default: "86400",
    help: "how long a sign-in lasts without being used (a day)",
  },
  session_seconds: {
    group: "lifetimes",
    type: wholeNumber(1, TEN_YEARS_SECONDS),
    default: "1209600",
    help: "how long a sign-in lasts at most (14 days)",
  },
  consent_seconds: {
    group: "lifetimes",
    type: wholeNumber(1, TEN_YEARS_SECONDS),
    default: "31536000",
    help: "how long a user's consent is remembered (a year)",
  },
  jwks_max_age_seconds: {
    group: "lifetimes",
    type: wholeNumber(1, DAY_SECONDS),
    default: "300",
    help: "how long verifiers may cache the public keys",
  },
  key_propagation_seconds: {
    group: "lifetimes",
    type: wholeNumber(0, DAY_SECONDS),
    default: "30",
    help: "how long a new key may take to reach every node",
  },
  key_rotation_seconds: {
    group: "lifetimes",
    type: wholeNumber(1, TEN_YEARS_SECONDS),
    default: "7776000",
    help: "the age at which a signing key gets a successor (90 days)",
  },
  log_level: { group: "log", type: "text", default: "info", help: LOG_LEVELS.join(", ") },
  audit_retention_days: {
    group: "log",
    type: wholeNumber(1, 36_500),
    default: "90",
    help: "how long the audit log is kept",
  },
  audit_queue_events: {
    group: "log",
    type: wholeNumber(1_000, 10_000_000),
    default: "200000",
    help: "how many audit events wait in memory while they cannot be written",
  },
  metrics: {
    group: "metrics",
    type: "text",
    default: undefined,
    help: "who can read /metrics: public, token or off; by default public on a private server or with metrics_listen",
  },
  metrics_token: {
    group: "metrics",
    type: "text",
    default: undefined,
    help: "at least 32 characters that a scraper sends as Authorization: Bearer, where metrics is token",
  },
  metrics_token_file: {
    group: "metrics",
    type: "path",
    default: undefined,
    help: "a file that holds the token of the metrics",
  },
  metrics_listen: {
    group: "metrics",
    type: "text",
    default: undefined,
    help: "HOST:PORT of a listener that has /metrics and nothing else; the port of the server then has none",
  },
  brand_name: {
    group: "pages",
    type: "text",
    default: "Licet",
    help: "the name on the pages that users see",
  },
  brand_logo: {
    group: "pages",
    type: "path",
    default: undefined,
    help: "a PNG, JPEG or WebP file with the logo of those pages",
  },
  brand_colour: {
    group: "pages",
    type: "text",
    default: undefined,
    help: "the colour of their buttons, as #rrggbb",
  },
  security_contact: {
    group: "pages",
    type: "list",
    default: "",
    help: "whom to tell of a vulnerability, for /.well-known/security.txt: mailto:, https: or tel:, by comma",
  },
  security_policy: {
    group: "pages",
    type: "URL",
    default: undefined,
    help: "where the rules for reporting one stand: https://…",
  },
  limit_client_failures: {
    group: "limits",
    type: wholeNumber(0, 1_000_000_000),
    default: "50",
    help: "failed authentications of one client from one address in a window (0: no limit)",
  },
  limit_address_failures: {
    group: "limits",
    type: wholeNumber(0, 1_000_000_000),
    default: "300",
    help: "failed client authentications from one address in a window (0: no limit)",
  },
  limit_anonymous_requests: {
    group: "limits",
    type: wholeNumber(0, 1_000_000_000),
    default: "600",
    help: "requests from one address that lead to a login page, in a window (0: no limit)",
  },
  limit_window_seconds: {
    group: "limits",
    type: wholeNumber(1, DAY_SECONDS),
    default: "300",
    help: "the window of these three",
  },
  limit_account_sign_ins: {
    group: "limits",
    type: wholeNumber(0, 1_000_000_000),
    default: "10",
    help: "failed sign-ins of one account in a window (0: no limit)",
  },
  limit_address_sign_ins: {
    group: "limits",
    type: wholeNumber(0, 1_000_000_000),
    default: "100",
    help: "failed sign-ins from one address in a window (0: no limit)",
  },
  limit_sign_in_window_seconds: {
    group: "limits",
    type: wholeNumber(1, DAY_SECONDS),
    default: "900",
    help: "the window of these two",
  },
  limit_client_requests: {
    group: "limits",
    type: wholeNumber(0, 1_000_000_000),
    default: "0",
    help: "requests of one client in a minute (0: no limit)",
  },
  limit_address_requests: {
    group: "limits",
    type: wholeNumber(0, 1_000_000_000),
    default: "0",
    help: "requests from one address in a minute (0: no limit)",
  },
  pushed_requests_per_client: {
    group: "limits",
    type: wholeNumber(1, 1_000_000),
    default: "10000",
    help: "how many pushed requests of an authenticated client may wait to be used",
  },
} as const satisfies Record<string, SettingDefinition>;
export type SettingName = keyof typeof SETTING_DEFINITIONS;

export type NumberSetting = {
  [Name in SettingName]: (typeof SETTING_DEFINITIONS)[Name]["type"] extends WholeNumber ? Name : never;
}[SettingName];

export type RawSettings = Partial<Record<SettingName, string>>;

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTING_DEFINITIONS, name);
