import { Lexer } from "yaml";

const MEGABYTE = 1024 * 1024;
/** Enough for more than a million assignments. */
const MAX_BYTES = 128 * MEGABYTE;
/** Of what is parsed at once. Parsing takes about 350 bytes per token, which fits into a small machine. */
const MAX_TOKENS = 2_000_000;
const INSTEAD = "split it into several files, or give its entries as lines to licet import";

/** The reason why a file is too large to read, before anything of it is parsed. */
export function findExcessBytes(text: string): string | undefined {
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_BYTES) return undefined;
  return `is larger than ${MAX_BYTES / MEGABYTE} MB: it has ${Math.ceil(bytes / MEGABYTE)} MB; ${INSTEAD}`;
}
const MAX_FLOW_DEPTH = 100;
const MAX_INDICATORS = 100;

/**
 * Finds the reason why a text is too large to parse. The parser builds the whole tree before it reports an error, and a
 * few megabytes of `[` would take gigabytes. The lexer needs no memory, so it counts the tokens first.
 */
export function findExcess(text: string): string | undefined {
  let tokens = 0;
  let flowDepth = 0;
  let indicators = 0; // of `- - - ?`, each of which opens one more level
  for (const token of new Lexer().lex(text)) {
    tokens += 1;
    if (token === "[" || token === "{") flowDepth += 1;
    if (token === "]" || token === "}") flowDepth -= 1;
    if (token === "-" || token === "?") indicators += 1;
    else if (token.trim() !== "") indicators = 0;
    if (tokens > MAX_TOKENS)
      return `has more than ${MAX_TOKENS} YAML tokens outside of long lists; ${INSTEAD}`;
    if (flowDepth > MAX_FLOW_DEPTH || indicators > MAX_INDICATORS) return "is nested too deeply";
  }
  return undefined;
}
