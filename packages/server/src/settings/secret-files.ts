import { closeSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { describeFileError } from "../core/errors/describe-file-error.ts";
import { InvalidInputError } from "../core/errors/errors.ts";
import type { SettingName } from "./definitions.ts";
import { invalid, type SettingText } from "./values.ts";

/** The settings that hold a secret, and those with the file that holds it instead. */
const FILE_SETTINGS = {
  secret: "secret_file",
  database_url: "database_url_file",
  database_direct_url: "database_direct_url_file",
  metrics_token: "metrics_token_file",
} as const satisfies Partial<Record<SettingName, SettingName>>;

/** A value, and the setting that gave it: a message about the value names this one. */
export interface GivenValue {
  readonly name: SettingName;
  readonly value: string;
}

/** The value of a setting that is given either itself or by a file. */
export function findGiven(
  name: keyof typeof FILE_SETTINGS,
  text: SettingText,
  cwd: string,
): GivenValue | undefined {
  const value = text(name);
  const fileName = FILE_SETTINGS[name];
  const file = text(fileName);
  if (value !== undefined && file !== undefined)
    throw invalid(name, `either ${variableOf(name)} or ${variableOf(fileName)}, and not both`);
  if (value !== undefined) return { name, value };
  if (file === undefined) return undefined;
  if (file === "") throw invalid(fileName, "the path of a file");
  // None of these values begins or ends with a space.
  return { name: fileName, value: readSecretFile(resolve(cwd, file), variableOf(fileName)).trim() };
}

const variableOf = (name: SettingName): string => `LICET_${name.toUpperCase()}`;

/** More than any secret; a wrong path may lead to a file of any size. */
const MAX_BYTES = 65_536;

/** The text of a file without the line end that an editor adds. No message quotes it. */
export function readSecretFile(path: string, variable: string): string {
  const bytes = readBytes(path, variable);
  const at = `the file of ${variable} at ${path}`;
  if (bytes.length > MAX_BYTES)
    throw new InvalidInputError(
      `${at} has more than ${MAX_BYTES} bytes; name a file that holds the value alone`,
    );
  const value = decode(bytes, at).replace(/\r?\n$/, "");
  if (value.trim() === "") throw new InvalidInputError(`${at} is empty; write the value into it`);
  return value;
}

function decode(bytes: Buffer, at: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidInputError(`${at} is not text in UTF-8; name a file that holds the value alone`);
  }
}

/** Not by the size of the file: a pipe (`<(…)` of a shell) has none. */
function readBytes(path: string, variable: string): Buffer {
  const buffer = Buffer.alloc(MAX_BYTES + 1);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, "r");
    let length = 0;
    for (;;) {
      const read = readSync(descriptor, buffer, length, buffer.length - length, null);
      length += read;
      if (read === 0 || length === buffer.length) return buffer.subarray(0, length);
    }
  } catch (error) {
    throw new InvalidInputError(`cannot read ${variable} at ${path}: ${describeFileError(error)}`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
