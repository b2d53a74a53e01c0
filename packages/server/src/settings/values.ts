import { readFileSync } from "node:fs";
import { describeFileError } from "../core/errors/describe-file-error.ts";
import { InvalidInputError } from "../core/errors/errors.ts";
import { type NumberSetting, SETTING_DEFINITIONS, type SettingName } from "./definitions.ts";

/** Gives the value of a setting, or its default. */
export type SettingText = (name: SettingName) => string | undefined;

export const invalid = (name: SettingName, expected: string): InvalidInputError =>
  new InvalidInputError(
    `the setting ${name} (LICET_${name.toUpperCase()}) is not valid: expected ${expected}`,
  );

/** Within the bounds of its definition. */
export function parseWholeNumber(name: NumberSetting, given: string | undefined): number {
  const { least, most } = SETTING_DEFINITIONS[name].type;
  const value = /^\d{1,12}$/.test(given ?? "") ? Number(given) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw invalid(name, `a whole number from ${least} to ${most}`);
}

/** Undefined for a setting that is not set and has no default. */
export function parseOptionalNumber(name: NumberSetting, text: SettingText): number | undefined {
  const given = text(name);
  return given === undefined ? undefined : parseWholeNumber(name, given);
}

export function parseFlag(name: SettingName, text: string | undefined): boolean {
  if (text === "true" || text === "false") return text === "true";
  throw invalid(name, "true or false");
}

export const parseList = (text: string | undefined): readonly string[] =>
  (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

export function readText(path: string, what: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new InvalidInputError(`cannot read ${what} at ${path}: ${describeFileError(error)}`);
  }
}
