import { resolve } from "node:path";
import { LOG_LEVELS, type LogLevel } from "../observability/log.ts";
import { type AdministratorSettings, parseAdministratorSettings } from "./administrator-settings.ts";
import { type NumberSetting, type RawSettings, SETTING_DEFINITIONS } from "./definitions.ts";
import { type LifetimeSettings, parseLifetimeSettings } from "./lifetime-settings.ts";
import { type LimitSettings, parseLimitSettings } from "./limit-settings.ts";
import { type MetricsSettings, parseMetricsSettings } from "./metrics-settings.ts";
import { type NetworkSettings, parseNetworkSettings } from "./network-settings.ts";
import { type PageSettings, parsePageSettings } from "./page-settings.ts";
import { readEnvironment, readSettingsFile } from "./sources.ts";
import { type ExpectedFiles, parseStorageSettings, type StorageSettings } from "./storage-settings.ts";
import { invalid, parseWholeNumber, type SettingText } from "./values.ts";

export {
  type RawSettings,
  SETTING_DEFINITIONS,
  SETTING_GROUPS,
  type SettingGroup,
  type SettingName,
  type SettingType,
} from "./definitions.ts";
export type { LimitSettings } from "./limit-settings.ts";
export { METRICS_ACCESS, type MetricsAccess, resolveMetricsAccess } from "./metrics-settings.ts";
export { readSecretFile } from "./secret-files.ts";
export type { SecretOrigin } from "./storage-settings.ts";
export { parseTelemetrySettings } from "./telemetry-settings.ts";
export type { TlsFiles } from "./tls-files.ts";

/** All settings. They are parsed once and never change. */
export interface Settings
  extends NetworkSettings,
    StorageSettings,
    LifetimeSettings,
    PageSettings,
    MetricsSettings,
    AdministratorSettings {
  readonly logLevel: LogLevel;
  readonly pushedRequestsPerClient: number;
  readonly auditRetentionDays: number;
  readonly auditQueueEvents: number;
  readonly limits: LimitSettings;
}

/** Flags override the environment, the environment overrides the file, the file overrides the defaults. */
export function readSettings(sources: {
  readonly flags: RawSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly configFile?: string;
  readonly cwd: string;
  /** A database file that is missing is an error, and not begun. */
  readonly databaseExists?: boolean;
  /** A secret that is missing is an error, and not generated. */
  readonly secretExists?: boolean;
}): Settings {
  const { flags, env, cwd, databaseExists = false, secretExists = false } = sources;
  const configFile = sources.configFile ?? env.LICET_CONFIG;
  const file = configFile === undefined ? {} : readSettingsFile(resolve(cwd, configFile));
  return parseSettings({ ...file, ...readEnvironment(env), ...flags }, cwd, { databaseExists, secretExists });
}

function parseSettings(raw: RawSettings, cwd: string, expected: ExpectedFiles): Settings {
  const text: SettingText = (name) => raw[name] ?? SETTING_DEFINITIONS[name].default;
  const number = (name: NumberSetting) => parseWholeNumber(name, text(name));
  return Object.freeze({
    ...parseNetworkSettings(text, cwd),
    ...parseLifetimeSettings(text),
    ...parsePageSettings(text, cwd),
    ...parseAdministratorSettings(text, cwd),
    ...parseMetricsSettings(text, cwd),
    logLevel: parseLogLevel(text("log_level")),
    pushedRequestsPerClient: number("pushed_requests_per_client"),
    auditRetentionDays: number("audit_retention_days"),
    auditQueueEvents: number("audit_queue_events"),
    limits: parseLimitSettings(text),
    // This step comes last, because it may write a secret, and invalid settings must leave no file behind.
    ...parseStorageSettings(text, cwd, expected),
  });
}

function parseLogLevel(text: string | undefined): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text);
  if (!level) throw invalid("log_level", `one of ${LOG_LEVELS.join(", ")}`);
  return level;
}
