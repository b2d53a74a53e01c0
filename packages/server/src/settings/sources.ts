import { type Document, LineCounter, parseDocument, type Scalar, visit } from "yaml";
import { InvalidInputError } from "../core/errors/errors.ts";
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
  const raw: RawSettings = {};
  for (const [name, value] of Object.entries(parseSettingsFile(readText(path, "the settings file"), path))) {
    if (!isSettingName(name))
      throw new InvalidInputError(`${path}: ${name} is not a setting; ${knownSettings("")}`);
    const separator = name === "secret" ? "\n" : ",";
    raw[name] = [value]
      .flat()
      .map((each) => parseText(each, `${path}: ${name}`))
      .join(separator);
  }
  return raw;
}

/** The messages do not quote the file, because it may contain the secret. */
function parseSettingsFile(text: string, path: string): object {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw new InvalidInputError(`${path}: not valid YAML, line ${line}, column ${col}`);
  }
  visit(document, { Scalar: keepText });
  const values = toValues(document, path);
  if (values === null) return {};
  if (typeof values !== "object" || Array.isArray(values))
    throw new InvalidInputError(`${path}: expected settings, one a line`);
  return values;
}

function toValues(document: Document, path: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    // The parser throws it for an alias without an anchor, and for aliases that expand to too much.
    if (error instanceof ReferenceError) throw new InvalidInputError(`${path}: an alias cannot be resolved`);
    throw error;
  }
}

/** A value stays as it is written: a secret of digits is not rounded like a number. */
function keepText(_: unknown, scalar: Scalar): void {
  if (scalar.value !== null && scalar.source !== undefined) scalar.value = scalar.source;
}

function parseText(value: unknown, place: string): string {
  if (value === null) throw new InvalidInputError(`${place} has no value`);
  if (typeof value !== "string") throw new InvalidInputError(`${place} must be a text or a list of texts`);
  return value;
}

function knownSettings(prefix: string): string {
  const names = Object.keys(SETTING_DEFINITIONS).map((name) => (prefix ? prefix + name.toUpperCase() : name));
  return `known are ${names.join(", ")}`;
}
