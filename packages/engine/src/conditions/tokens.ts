import type { Diagnostic } from "./condition-node.ts";

export interface Token {
  readonly kind: "name" | "number" | "text" | "operator" | "end";
  readonly text: string;
  readonly offset: number;
}

const BLANK = /[\t\n\f\r ]+|\/\/[^\r\n]*/y;
const OPENING = /[bB]?[rR]?("""|'''|"|')/y;
const KINDS: readonly (readonly [Token["kind"], RegExp])[] = [
  ["name", /[_a-zA-Z][_a-zA-Z0-9]*/y],
  ["number", /0x[0-9a-fA-F]+[uU]?|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?[uU]?/y],
  ["operator", /&&|\|\||[=!<>]=|[-+*/%!<>?:,.()[\]{}]/y],
];

/** The tokens of the source without comments, closed by an `end`; or a diagnostic for the first invalid token. */
export function tokenize(source: string): readonly Token[] | Diagnostic {
  const tokens: Token[] = [];
  let offset = 0;
  while (offset < source.length) {
    const blank = matchAt(BLANK, source, offset);
    if (blank !== undefined) {
      offset += blank.length;
      continue;
    }
    const token = nextToken(source, offset);
    if (token === undefined) return { offset, message: describeUnreadable(source, offset) };
    tokens.push(token);
    offset += token.text.length;
  }
  tokens.push({ kind: "end", text: "", offset: source.length });
  return tokens;
}

/** The parser accepts comments in few places only; replacing them with blanks keeps every position. */
export function blankComments(source: string, tokens: readonly Token[]): string {
  let blanked = "";
  for (const { text, offset } of tokens) {
    const between = source.slice(blanked.length, offset);
    blanked += between.replace(/[^\r\n]/g, " ") + text;
  }
  return blanked;
}

function nextToken(source: string, offset: number): Token | undefined {
  if (matchAt(OPENING, source, offset) !== undefined) {
    const text = nextText(source, offset);
    return text === undefined ? undefined : { kind: "text", text, offset };
  }
  for (const [kind, pattern] of KINDS) {
    const text = matchAt(pattern, source, offset);
    if (text !== undefined) return { kind, text, offset };
  }
  return undefined;
}

/** Undefined when the text has no closing quote. */
function nextText(source: string, offset: number): string | undefined {
  OPENING.lastIndex = offset;
  const [opening = "", quotes = ""] = OPENING.exec(source) ?? [];
  const isRaw = /r/i.test(opening);
  let end = offset + opening.length;
  while (end < source.length) {
    if (source.startsWith(quotes, end)) return source.slice(offset, end + quotes.length);
    if (quotes.length === 1 && (source[end] === "\n" || source[end] === "\r")) return undefined;
    end += source[end] === "\\" && !isRaw ? 2 : 1;
  }
  return undefined;
}

function describeUnreadable(source: string, offset: number): string {
  const opening = matchAt(OPENING, source, offset);
  if (opening !== undefined) {
    const where = /"""|'''/.test(opening) ? "" : ", on the same line";
    return `this text is never closed; end it with the same quotes${where}`;
  }
  const character = String.fromCodePoint(source.codePointAt(offset) ?? 0);
  return `unexpected ${JSON.stringify(character)}${HINTS[character] ?? ""}`;
}

const HINTS: Readonly<Record<string, string>> = {
  "=": "; write == to compare",
  "&": "; write && for and",
  "|": "; write || for or",
};

function matchAt(pattern: RegExp, source: string, offset: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(source)?.[0];
}
