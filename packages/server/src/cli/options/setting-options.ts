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
const NEVER_A_FLAG: readonly SettingName[] = ["secret"];
const FLAGS = (Object.keys(SETTING_DEFINITIONS) as SettingName[]).filter(
  (name) => !NEVER_A_FLAG.includes(name),
);

const GROUP = "Settings (each also as LICET_… in the environment, or in the settings file):";

/** Gives a command a flag for every setting. */
export function addSettingOptions(command: Command, names: readonly SettingName[] = FLAGS): Command {
  command.addOption(new Option("--config <file>", "a settings file (YAML)").helpGroup(GROUP));
  for (const name of names) {
    const { default: preset, help } = SETTING_DEFINITIONS[name];
    const text = preset ? `${help} (default: ${preset})` : help;
    command.addOption(new Option(`--${name.replaceAll("_", "-")} <value>`, text).helpGroup(GROUP));
  }
  return command;
}

export function readCommandSettings(terminal: Terminal, options: SettingOptions): Settings {
  const { config } = options;
  return readSettings({
    flags: settingFlags(options),
    env: terminal.env,
    cwd: terminal.cwd,
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
