import { readSettings } from "../../settings/settings.ts";
import { type SettingOptions, settingFlags } from "../options/setting-options.ts";
import type { Terminal } from "../terminal.ts";

/** Only the base URL is read from the settings. The placeholder prevents a new secret in the data folder. */
const PLACEHOLDER_SECRET = "no secret is needed to find an address";

/** Finds the base URL of the server from the settings that the server reads. */
export function findBaseUrl({ env, cwd }: Terminal, options: SettingOptions): string {
  const { config } = options;
  const flags = settingFlags(options);
  const configFile = config ?? env.LICET_CONFIG;
  // A settings file may contain the secret, and a placeholder beside it would be a second one.
  if (configFile !== undefined) return readSettings({ flags, env, cwd, configFile }).baseUrl;
  const rest = Object.fromEntries(Object.entries(env).filter(([variable]) => !OF_THE_DATABASE.has(variable)));
  return readSettings({ flags: { ...flags, secret: PLACEHOLDER_SECRET }, env: rest, cwd }).baseUrl;
}

/** The caller of a server may not be allowed to read the files of these. */
const OF_THE_DATABASE: ReadonlySet<string> = new Set([
  "LICET_SECRET",
  "LICET_SECRET_FILE",
  "LICET_DATABASE_URL",
  "LICET_DATABASE_URL_FILE",
  "LICET_DATABASE_DIRECT_URL",
  "LICET_DATABASE_DIRECT_URL_FILE",
]);
