import {
  SETTING_DEFINITIONS,
  SETTING_GROUPS,
  type SettingGroup,
  type SettingName,
} from "../../settings/settings.ts";
import { formatColumns } from "../format/output.ts";
import { isFlag } from "../options/setting-options.ts";

/** All settings by group, with their flags, defaults and meanings. */
export function formatSettings(): string {
  const groups = (Object.keys(SETTING_GROUPS) as SettingGroup[]).map(
    (group) => [SETTING_GROUPS[group], rowsOf(group)] as const,
  );
  const lines = formatColumns([
    ["  SETTING", "DEFAULT", "MEANING"],
    ...groups.flatMap(([title, rows]) => [[""], [`${title}:`], ...rows]),
  ]);
  return `${[...INTRODUCTION, ...lines, ...EXAMPLES].join("\n")}\n`;
}

const rowsOf = (wanted: SettingGroup): readonly (readonly string[])[] =>
  Object.entries(SETTING_DEFINITIONS)
    .filter(([, { group }]) => group === wanted)
    .map(([name, { default: preset, help }]) => [
      `  ${isFlag(name as SettingName) ? `--${name.replaceAll("_", "-")}` : `LICET_${name.toUpperCase()}`}`,
      preset || "-",
      help,
    ]);

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
