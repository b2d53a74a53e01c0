import { Lexer } from "yaml";

const MAX_BYTES = 10 * 1024 * 1024;
/** Enough for about 60 000 users. Parsing takes about 350 bytes per token, which fits into a small machine. */
const MAX_TOKENS = 2_000_000;
const MAX_FLOW_DEPTH = 100;
const MAX_INDICATORS = 100;

/**
 * Finds the reason why a text is too large to parse. The parser builds the whole tree before it reports an error, and a
 * few megabytes of `[` would take gigabytes. The lexer needs no memory, so it counts the tokens first.
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
