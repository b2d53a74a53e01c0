/** The values of LICET_SECRET: the first one seals, all of them open. */
export interface SecretValues {
  readonly values: readonly [string, ...string[]];
}

export const SECRET_LENGTH = 32;

/**
 * One value a line, because any other character may stand inside a secret. A text with a line too short for a secret is
 * one value (`openssl rand -base64 64` breaks its line); beside another one it is set off by an empty line. Undefined
 * when a value is too short.
 */
export function parseSecretValues(text: string): SecretValues | undefined {
  if (!/[\r\n]/.test(text)) return one(text);
  const blocks = split(text, /(?:\r?\n[ \t]*){2,}/);
  const lines = split(text, /\r?\n/);
  const found = blocks.length > 1 ? blocks : lines;
  if (found.every(isLongEnough)) return several(found);
  return blocks.length > 1 ? undefined : one(text);
}

const split = (text: string, separator: RegExp): readonly string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");

const one = (text: string): SecretValues | undefined => (isLongEnough(text) ? { values: [text] } : undefined);

function several(found: readonly string[]): SecretValues | undefined {
  const [first, ...others] = new Set(found);
  return first === undefined ? undefined : { values: [first, ...others] };
}

const isLongEnough = (secret: string): boolean => secret.length >= SECRET_LENGTH;
