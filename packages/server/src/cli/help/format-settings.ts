import { SETTING_DEFINITIONS, type SettingName } from "../../settings/settings.ts";
import { formatColumns } from "../format/output.ts";
import { isFlag } from "../options/setting-options.ts";

/** All settings, with their flags, defaults and meanings. */
export function formatSettings(): string {
  const rows = Object.entries(SETTING_DEFINITIONS).map(([name, { default: preset, help }]) => [
    `  ${isFlag(name as SettingName) ? `--${name.replaceAll("_", "-")}` : `LICET_${name.toUpperCase()}`}`,
    preset || "-",
    help,
  ]);
  return `${[...INTRODUCTION, ...formatColumns([["  SETTING", "DEFAULT", "MEANING"], ...rows]), ...EXAMPLES].join("\n")}\n`;
}

const INTRODUCTION = [
  "Every command that opens the database takes these settings. Each is a flag (--base-url), a variable of",
  "the environment (LICET_BASE_URL) or a line of the settings file that --config or LICET_CONFIG names (base_url).",
  "Flags beat the environment, the environment beats the file. The secret is never a flag, because everyone on",
  "the machine can read a command line.",
  "",
];

const EXAMPLES = [
  "",
  "Examples:",
  "  licet serve --port 8080",
  "  LICET_DATABASE_URL=postgres://licet@db/licet licet app list",
  "  licet app list --config licet-settings.yaml",
];
