import { Lexer } from "yaml";

const MAX_BYTES = 10 * 1024 * 1024;
/** About sixty thousand users. Parsing takes some 350 bytes for each token, and a small machine has that. */
const MAX_TOKENS = 2_000_000;
const MAX_FLOW_DEPTH = 100;
const MAX_INDICATORS = 100;

/**
 * What makes a text too much to parse, or undefined. The parser builds a tree of everything before it can complain, and
 * a few megabytes of `[` would take gigabytes; its lexer takes no memory, so it can count first.
 */
export function findExcess(text: string): string | undefined {
  if (Buffer.byteLength(text) > MAX_BYTES) return `is larger than ${MAX_BYTES / 1024 / 1024} MB`;
  let tokens = 0;
  let flowDepth = 0;
  let indicators = 0; // of `- - - ?`, each of which opens one more level
  for (const token of new Lexer().lex(text)) {
    tokens += 1;
    if (token === "[" || token === "{") flowDepth += 1;
    if (token === "]" || token === "}") flowDepth -= 1;
    if (token === "-" || token === "?") indicators += 1;
    else if (token.trim() !== "") indicators = 0;
    if (tokens > MAX_TOKENS) return "holds too much; split it into several files";
    if (flowDepth > MAX_FLOW_DEPTH || indicators > MAX_INDICATORS) return "is nested too deeply";
  }
  return undefined;
}
