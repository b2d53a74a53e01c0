import { isFlag } from "../../../packages/server/src/cli/options/setting-options.ts";
import {
  SETTING_DEFINITIONS,
  SETTING_GROUPS,
  type SettingName,
  type SettingType,
} from "../../../packages/server/src/settings/settings.ts";
import { code, page, sentence } from "./markdown.ts";
import { SETTING_DETAILS } from "./setting-details.ts";

const NAMES = Object.keys(SETTING_DEFINITIONS) as SettingName[];

export const writeSettingsPage = (): string =>
  page(
    "# Settings",
    "A setting can be given as a flag (`--base-url`), in the environment (`LICET_BASE_URL`) or in a YAML file (`base_url: …`) that `--config` or `LICET_CONFIG` names. Flags beat the environment, the environment beats the file, the file beats the defaults. An unknown or invalid setting stops the start with a message that names it and the expected value; that includes environment variables that begin with `LICET_`. Commands of [`licet`](command-line.md) read the same settings, and `licet help settings` lists them.",
    "Traces and metrics by OpenTelemetry have [variables of their own](../operations.md#traces-and-metrics-by-opentelemetry).",
    Object.entries(SETTING_GROUPS).flatMap(([group, title]) => [
      `## ${title}`,
      ...NAMES.filter((name) => SETTING_DEFINITIONS[name].group === group).map(describeSetting),
    ]),
  );

function describeSetting(name: SettingName): string {
  const { type, default: preset, help } = SETTING_DEFINITIONS[name];
  const { default: described, more } = SETTING_DETAILS[name];
  const given = preset ? code(preset) : (described ?? "none");
  const flag = isFlag(name) ? code(`--${name.replaceAll("_", "-")}`) : "never a flag";
  const line = [flag, code(name), describeType(type), `default: ${given}`].join(" · ");
  const meaning = sentence(help.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, asVariable));
  return `### LICET_${name.toUpperCase()}\n\n${line}\n\n${[meaning, more].filter(Boolean).join(" ")}`;
}

/** The help of a command calls other settings by their names in a file. */
const asVariable = (word: string): string =>
  NAMES.some((name) => name === word) ? code(`LICET_${word.toUpperCase()}`) : word;

function describeType(type: SettingType): string {
  if (typeof type === "object") return `a whole number from ${type.least} to ${type.most}`;
  const words: Record<typeof type, string> = {
    text: "a text",
    boolean: "`true` or `false`",
    list: "a list, separated by commas",
    path: "the path of a file or folder",
    URL: "a URL",
  };
  return words[type];
}
