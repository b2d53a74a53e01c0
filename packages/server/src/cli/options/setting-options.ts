import { type Command, Option } from "commander";
import {
  type RawSettings,
  readSettings,
  SETTING_DEFINITIONS,
  type SettingName,
  type Settings,
} from "../../settings/settings.ts";
import type { Terminal } from "../terminal.ts";

/** The parsed options of a command that takes settings, by commander's names (`baseUrl`). */
export interface SettingOptions {
  readonly config?: string;
  readonly [option: string]: unknown;
}

/** Every user of the machine can read a secret on the command line (`ps`); a file can be protected. */
const NEVER_A_FLAG: readonly SettingName[] = ["secret", "metrics_token"];
export const isFlag = (name: SettingName): boolean => !NEVER_A_FLAG.includes(name);
const FLAGS = (Object.keys(SETTING_DEFINITIONS) as SettingName[]).filter(isFlag);

/** Which database a command opens. The help of each command shows these; `licet help settings` shows all. */
const SHOWN: readonly SettingName[] = ["data_dir", "database_url"];
const GROUP = "Settings (all of them: licet help settings):";

/** Gives a command a flag for every setting. Help shows the settings that matter to it. */
export function addSettingOptions(
  command: Command,
  { names = FLAGS, shown = SHOWN }: { names?: readonly SettingName[]; shown?: readonly SettingName[] } = {},
): Command {
  for (const name of [...shown, ...names.filter((each) => !shown.includes(each))]) {
    const { default: preset, help } = SETTING_DEFINITIONS[name];
    const text = preset ? `${help} (default: ${preset})` : help;
    const option = new Option(`--${name.replaceAll("_", "-")} <value>`, text).helpGroup(GROUP);
    command.addOption(option.hideHelp(!shown.includes(name)));
  }
  return command.addOption(new Option("--config <file>", "a settings file (YAML)").helpGroup(GROUP));
}

export function readCommandSettings(
  terminal: Terminal,
  options: SettingOptions,
  { databaseExists = false, secretExists = false } = {},
): Settings {
  const { config } = options;
  return readSettings({
    flags: settingFlags(options),
    env: terminal.env,
    cwd: terminal.cwd,
    databaseExists,
    secretExists,
    ...(config !== undefined && { configFile: config }),
  });
}

export function settingFlags(options: SettingOptions): RawSettings {
  const flags: RawSettings = {};
  for (const name of FLAGS) {
    const value = options[optionName(name)];
    if (typeof value === "string") flags[name] = value;
  }
  return flags;
}

const optionName = (name: SettingName): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
