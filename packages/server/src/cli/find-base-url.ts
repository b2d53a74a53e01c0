import { readSettings } from "../settings/settings.ts";
import { type SettingOptions, settingFlags } from "./options/setting-options.ts";
import type { Terminal } from "./terminal.ts";

/** The settings are read for the base URL alone, so no secret is needed, and none is made in the data folder. */
const PLACEHOLDER_SECRET = "no secret is needed to find an address";

/** Where the server is, by the same settings that the server itself reads. */
export function findBaseUrl({ env, cwd }: Terminal, options: SettingOptions): string {
  const { config } = options;
  const flags = settingFlags(options);
  const configFile = config ?? env.LICET_CONFIG;
  // A settings file may name the secret itself; next to that, a placeholder would be one too many.
  if (configFile !== undefined) return readSettings({ flags, env, cwd, configFile }).baseUrl;
  const { LICET_SECRET, LICET_SECRET_FILE, ...rest } = env;
  return readSettings({ flags: { ...flags, secret: PLACEHOLDER_SECRET }, env: rest, cwd }).baseUrl;
}
