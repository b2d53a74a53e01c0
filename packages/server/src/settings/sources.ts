import { parse as parseYaml } from "yaml";
import { InvalidInputError } from "../core/errors.ts";
import { isSettingName, type RawSettings, SETTING_DEFINITIONS } from "./definitions.ts";
import { readText } from "./values.ts";

export function readEnvironment(env: Readonly<Record<string, string | undefined>>): RawSettings {
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

export function readSettingsFile(path: string): RawSettings {
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
