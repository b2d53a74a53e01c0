import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import { join, resolve } from "node:path";
import { parse as parseYaml } from "yaml";
import { InvalidInputError } from "./core/errors.ts";
import { randomText } from "./core/ids.ts";
import { isLoopbackHost } from "./core/network/loopback.ts";
import { parseSecretValues, SECRET_LENGTH, type SecretValues } from "./core/secret-values.ts";
import { LOG_LEVELS, type LogLevel } from "./observability/log.ts";

/** The settings, parsed once and never changed. */
export interface Settings {
  readonly baseUrl: string;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** The secrets that seal the root keys. Never logged, never shown. */
  readonly secrets: SecretValues;
  readonly trustedProxies: readonly string[];
  readonly allowedHosts: readonly string[];
  readonly logLevel: LogLevel;
  readonly accessTokenSeconds: number;
  readonly codeSeconds: number;
  readonly refreshIdleSeconds: number;
  readonly refreshSeconds: number;
  readonly sessionIdleSeconds: number;
  readonly sessionSeconds: number;
  readonly consentSeconds: number;
  readonly jwksMaxAgeSeconds: number;
  readonly keyPropagationSeconds: number;
  readonly keyRotationSeconds: number;
  readonly pushedRequestsPerClient: number;
  readonly auditRetentionDays: number;
  readonly auditQueueEvents: number;
  readonly brandName: string;
  /** A picture file. */
  readonly brandLogo: string | undefined;
  /** `#rrggbb` */
  readonly brandColour: string | undefined;
  readonly outboundPrivate: boolean;
  /** URIs; without one, there is no security.txt. */
  readonly securityContacts: readonly string[];
  readonly securityPolicy: string | undefined;
  readonly limits: LimitSettings;
}

/** How often callers may fail or ask. 0: as often as they like. */
export interface LimitSettings {
  readonly clientFailures: number;
  readonly addressFailures: number;
  readonly anonymousRequests: number;
  readonly windowSeconds: number;
  readonly accountSignIns: number;
  readonly addressSignIns: number;
  readonly signInWindowSeconds: number;
  /** In a minute. */
  readonly clientRequests: number;
  /** In a minute. */
  readonly addressRequests: number;
}

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
  data_dir: { default: "./data", help: "the folder of the embedded database and its secret" },
  database_url: { default: undefined, help: "sqlite:PATH (in the data folder by default) or postgres://…" },
  secret: {
    default: undefined,
    help: "at least 32 characters; the root keys are sealed under it. Several, one a line: the first seals, all open",
  },
  secret_file: { default: undefined, help: "a file that holds the secret, or several, one a line" },
  trusted_proxies: {
    default: "",
    help: "addresses or networks of proxies whose X-Forwarded-For counts, by comma",
  },
  allowed_hosts: { default: "", help: "further Host names that are answered, by comma" },
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

const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTING_DEFINITIONS, name);

/** Flags beat environment, environment beats file, file beats defaults. */
export function readSettings(sources: {
  readonly flags: RawSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly configFile?: string;
  readonly cwd: string;
}): Settings {
  const { flags, env, cwd } = sources;
  const configFile = sources.configFile ?? env.LICET_CONFIG;
  const file = configFile === undefined ? {} : fromFile(resolve(cwd, configFile));
  return parseSettings({ ...file, ...fromEnvironment(env), ...flags }, cwd);
}

function fromEnvironment(env: Readonly<Record<string, string | undefined>>): RawSettings {
  const raw: RawSettings = {};
  for (const [variable, value] of Object.entries(env)) {
    if (!variable.startsWith("LICET_") || variable === "LICET_CONFIG" || value === undefined) continue;
    const name = variable.slice("LICET_".length).toLowerCase();
    if (!isSettingName(name))
      throw new InvalidInputError(`${variable} is not a setting; ${knownSettings("LICET_")}`);
    raw[name] = value;
  }
  return raw;
}

function fromFile(path: string): RawSettings {
  const values: unknown = parseYaml(readText(path, "the settings file"));
  if (values === null) return {};
  if (typeof values !== "object" || Array.isArray(values))
    throw new InvalidInputError(`${path}: expected settings, one a line`);
  const raw: RawSettings = {};
  for (const [name, value] of Object.entries(values)) {
    if (!isSettingName(name))
      throw new InvalidInputError(`${path}: ${name} is not a setting; ${knownSettings("")}`);
    const separator = name === "secret" ? "\n" : ",";
    raw[name] = Array.isArray(value) ? value.join(separator) : String(value);
  }
  return raw;
}

function knownSettings(prefix: string): string {
  const names = Object.keys(SETTING_DEFINITIONS).map((name) => (prefix ? prefix + name.toUpperCase() : name));
  return `known are ${names.join(", ")}`;
}

function parseSettings(raw: RawSettings, cwd: string): Settings {
  const text = (name: SettingName): string | undefined => raw[name] ?? SETTING_DEFINITIONS[name].default;
  const seconds = (name: SettingName): number => wholeNumber(name, text(name), 1, 10 * 366 * 86_400);
  const host = text("host") as string;
  const port = wholeNumber("port", text("port"), 0, 65_535);
  const dataDir = resolve(cwd, text("data_dir") as string);
  const databaseUrl = parseDatabaseUrl(text("database_url") ?? `sqlite:${join(dataDir, "licet.db")}`, cwd);
  return Object.freeze({
    baseUrl: parseBaseUrl(
      text("base_url") ?? `http://${urlHost(host)}:${port}`,
      parseFlag("allow_http", text("allow_http")),
    ),
    host,
    port,
    dataDir,
    databaseUrl,
    secrets: findSecrets(text("secret"), text("secret_file"), databaseUrl, dataDir, cwd),
    trustedProxies: list(text("trusted_proxies")).map(parseNetwork),
    allowedHosts: list(text("allowed_hosts")),
    logLevel: parseLogLevel(text("log_level")),
    accessTokenSeconds: wholeNumber("access_token_seconds", text("access_token_seconds"), 1, 86_400),
    codeSeconds: wholeNumber("code_seconds", text("code_seconds"), 1, 600),
    refreshIdleSeconds: seconds("refresh_idle_seconds"),
    refreshSeconds: seconds("refresh_seconds"),
    sessionIdleSeconds: seconds("session_idle_seconds"),
    sessionSeconds: seconds("session_seconds"),
    consentSeconds: seconds("consent_seconds"),
    jwksMaxAgeSeconds: wholeNumber("jwks_max_age_seconds", text("jwks_max_age_seconds"), 1, 86_400),
    keyPropagationSeconds: wholeNumber("key_propagation_seconds", text("key_propagation_seconds"), 0, 86_400),
    keyRotationSeconds: wholeNumber(
      "key_rotation_seconds",
      text("key_rotation_seconds"),
      1,
      10 * 366 * 86_400,
    ),
    pushedRequestsPerClient: wholeNumber(
      "pushed_requests_per_client",
      text("pushed_requests_per_client"),
      1,
      1_000_000,
    ),
    auditRetentionDays: wholeNumber("audit_retention_days", text("audit_retention_days"), 1, 36_500),
    auditQueueEvents: wholeNumber("audit_queue_events", text("audit_queue_events"), 1_000, 10_000_000),
    brandName: parseBrandName(text("brand_name") as string),
    brandLogo: raw.brand_logo === undefined ? undefined : resolve(cwd, raw.brand_logo),
    brandColour: parseColour(text("brand_colour")),
    outboundPrivate: parseFlag("outbound_private", text("outbound_private")),
    securityContacts: list(text("security_contact")).map(parseContact),
    securityPolicy: parsePolicy(text("security_policy")),
    limits: parseLimits(text),
  });
}

function parseLimits(text: (name: SettingName) => string | undefined): LimitSettings {
  const most = (name: SettingName) => wholeNumber(name, text(name), 0, 1_000_000_000);
  const window = (name: SettingName) => wholeNumber(name, text(name), 1, 86_400);
  return Object.freeze({
    clientFailures: most("limit_client_failures"),
    addressFailures: most("limit_address_failures"),
    anonymousRequests: most("limit_anonymous_requests"),
    windowSeconds: window("limit_window_seconds"),
    accountSignIns: most("limit_account_sign_ins"),
    addressSignIns: most("limit_address_sign_ins"),
    signInWindowSeconds: window("limit_sign_in_window_seconds"),
    clientRequests: most("limit_client_requests"),
    addressRequests: most("limit_address_requests"),
  });
}

const invalid = (name: SettingName, expected: string): InvalidInputError =>
  new InvalidInputError(
    `the setting ${name} (LICET_${name.toUpperCase()}) is not valid: expected ${expected}`,
  );

function wholeNumber(name: SettingName, text: string | undefined, least: number, most: number): number {
  const value = /^\d{1,12}$/.test(text ?? "") ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw invalid(name, `a whole number from ${least} to ${most}`);
}

function parseFlag(name: SettingName, text: string | undefined): boolean {
  if (text === "true" || text === "false") return text === "true";
  throw invalid(name, "true or false");
}

function parseBrandName(text: string): string {
  if (text.trim() === text && text.length >= 1 && text.length <= 64) return text;
  throw invalid("brand_name", "1 to 64 characters");
}

function parseColour(text: string | undefined): string | undefined {
  if (text === undefined || /^#[0-9A-Fa-f]{6}$/.test(text)) return text;
  throw invalid("brand_colour", "a colour such as #0b5fff");
}

/** RFC 9116 §2.5.3: a URI, and never plain http. No white space: it becomes a line of its own. */
function parseContact(text: string): string {
  const isUri = /^(mailto:[^\s@]+@[^\s@]+|tel:\+?[0-9().-]+|https:\/\/\S+)$/.test(text) && URL.canParse(text);
  if (isUri && isPrintable(text)) return text;
  throw invalid("security_contact", "mailto:…, https://… or tel:…, separated by commas");
}

function parsePolicy(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (/^https:\/\/\S+$/.test(text) && URL.canParse(text) && isPrintable(text)) return text;
  throw invalid("security_policy", "https://…");
}

const isPrintable = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** The issuer is compared byte for byte, so there is one spelling: scheme, host and port, nothing behind. */
function parseBaseUrl(text: string, allowHttp: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const valid = url && (url.protocol === "https:" || url.protocol === "http:") && url.origin === text;
  if (!valid)
    throw invalid("base_url", "http(s)://host[:port] in lower case, without a path or a final slash");
  // RFC 6749 §1.6, OpenID Connect Core §16.17: without TLS everyone on the network path can read them.
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname) && !allowHttp)
    throw invalid(
      "base_url",
      `https://, because ${text} sends tokens, secrets and cookies in the clear; where that is meant, set allow_http (LICET_ALLOW_HTTP=true)`,
    );
  return text;
}

/** A server that listens everywhere is reached here under its loopback name. */
function urlHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return isIP(host) === 6 ? `[${host}]` : host;
}

function parseDatabaseUrl(text: string, cwd: string): string {
  if (text.startsWith("sqlite:") && text.length > "sqlite:".length) {
    return `sqlite:${resolve(cwd, text.slice("sqlite:".length))}`;
  }
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text;
  throw invalid("database_url", "sqlite:PATH or postgres://user:password@host/database");
}

function parseLogLevel(text: string | undefined): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text);
  if (!level) throw invalid("log_level", `one of ${LOG_LEVELS.join(", ")}`);
  return level;
}

const list = (text: string | undefined): readonly string[] =>
  (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

function parseNetwork(text: string): string {
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address);
  const width = family === 4 ? 32 : 128;
  const validBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width);
  if (family === 0 || !validBits || rest.length > 0)
    throw invalid("trusted_proxies", "IP addresses or networks such as 10.0.0.0/8, separated by commas");
  if (isEverything(address, bits)) throw new InvalidInputError(EVERYTHING_TRUSTED);
  return text;
}

const EVERYTHING_TRUSTED =
  "the setting trusted_proxies (LICET_TRUSTED_PROXIES) is not valid: a network of every address would let every caller " +
  "choose its own address with X-Forwarded-For; name the addresses of the proxies, such as 10.0.0.0/8";

/** All of IPv4, written as such or mapped into IPv6, or all that is given out of IPv6 (RFC 4291 §2.4). */
function isEverything(address: string, bits: string | undefined): boolean {
  if (bits === undefined) return false;
  const network = new BlockList();
  network.addSubnet(address, Number(bits), isIP(address) === 6 ? "ipv6" : "ipv4");
  const holdsIpv4 = network.check("0.0.0.0") && network.check("255.255.255.255");
  return holdsIpv4 || (network.check("2000::", "ipv6") && network.check("3fff:ffff::", "ipv6"));
}

/** Given, or read from a file, or, for an embedded database, made once in the data folder. */
function findSecrets(
  given: string | undefined,
  file: string | undefined,
  databaseUrl: string,
  dataDir: string,
  cwd: string,
): SecretValues {
  if (given !== undefined && file !== undefined)
    throw invalid("secret", "either LICET_SECRET or LICET_SECRET_FILE");
  if (given !== undefined) return parseSecrets(given);
  if (file !== undefined) return parseSecrets(readText(resolve(cwd, file), "LICET_SECRET_FILE").trim());
  if (databaseUrl.startsWith("sqlite:")) return embeddedSecret(join(dataDir, "secret"), dataDir);
  throw invalid(
    "secret",
    "LICET_SECRET or LICET_SECRET_FILE when the database is PostgreSQL: all nodes share it",
  );
}

function parseSecrets(text: string): SecretValues {
  const secrets = parseSecretValues(text);
  if (secrets === undefined)
    throw invalid("secret", `at least ${SECRET_LENGTH} characters; of several values, one a line, in each`);
  return secrets;
}

function embeddedSecret(path: string, dataDir: string): SecretValues {
  if (existsSync(path)) return parseSecrets(readText(path, "the secret in the data folder").trim());
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = randomText(64);
  // "wx": of two processes that start at once, one makes the secret and the other reads it.
  try {
    writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: "wx" });
    return { values: [secret] };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return embeddedSecret(path, dataDir);
    throw new InvalidInputError(`cannot write ${path}: ${(error as Error).message}`);
  }
}

function readText(path: string, what: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new InvalidInputError(`cannot read ${what} at ${path}: ${(error as Error).message}`);
  }
}
