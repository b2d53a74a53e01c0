import { NESTING } from "./bounds.ts";
import type { Diagnostic } from "./condition-node.ts";
import type { Token } from "./tokens.ts";

/**
 * Reads the tokens of an expression once, without recursion, for two reasons. The parser recurses with every bracket
 * and every `?`, so the depth must be bounded before it runs. And its own messages point at the last correct token,
 * while an author needs the first wrong one.
 */
export function checkSyntax(tokens: readonly Token[]): Diagnostic | undefined {
  const place: Place = {
    frames: [newFrame("top", undefined)],
    depth: 0,
    wantsValue: true,
    previous: undefined,
  };
  for (const token of tokens) {
    const diagnostic = readToken(token, place);
    if (diagnostic !== undefined) return diagnostic;
    if (place.depth > NESTING) {
      return at(token, `the condition is too large: it nests deeper than ${NESTING} levels; make it simpler`);
    }
    place.previous = token;
  }
  return undefined;
}

/** The position of the reader in the text. */
interface Place {
  /** One frame for the whole expression, and one for every open bracket. */
  readonly frames: Frame[];
  depth: number;
  wantsValue: boolean;
  previous: Token | undefined;
}

interface Frame {
  readonly kind: "top" | "group" | "call" | "index" | "list" | "map";
  readonly open: Token | undefined;
  /** The `?` tokens that still need their `:`. */
  readonly questions: Token[];
  /** The number of `?` that the parser has nested in the current element. */
  ternaries: number;
  /** True when the current entry of a map has its key. */
  keyed: boolean;
}

function readToken(token: Token, place: Place): Diagnostic | undefined {
  const frame = place.frames.at(-1);
  if (frame === undefined) return at(token, `unexpected ${quote(token)}`);
  if (isOperator(place.previous, ".")) return readMemberName(token, place);
  if (token.kind === "end" || isOperator(token, ")", "]", "}")) return readClosing(token, frame, place);
  return place.wantsValue ? readValue(token, place) : readOperator(token, frame, place);
}

function readMemberName(token: Token, place: Place): Diagnostic | undefined {
  if (token.kind !== "name") return at(token, `a member's name must follow the dot, not ${quote(token)}`);
  if (KEYWORDS.has(token.text)) return at(token, `${token.text} cannot be the name of a member`);
  place.wantsValue = false;
  return undefined;
}

function readClosing(token: Token, frame: Frame, place: Place): Diagnostic | undefined {
  if (place.wantsValue && !mayEndWithoutValue(frame, place.previous)) {
    return at(
      token,
      token.kind === "end" ? "the condition ends where a value must follow" : wantValue(token),
    );
  }
  if (frame.open === undefined && token.kind !== "end") return at(token, `${quote(token)} closes nothing`);
  if (frame.open !== undefined && token.text !== CLOSING[frame.open.text]) {
    return at(frame.open, `${quote(frame.open)} is never closed`);
  }
  const diagnostic = endElement(frame, place);
  place.frames.pop();
  place.depth--;
  place.wantsValue = false;
  return diagnostic;
}

function mayEndWithoutValue(frame: Frame, previous: Token | undefined): boolean {
  const isCollection = frame.kind === "list" || frame.kind === "map";
  if (isOperator(previous, ",")) return isCollection;
  return previous !== undefined && previous === frame.open && (isCollection || frame.kind === "call");
}

function readValue(token: Token, place: Place): Diagnostic | undefined {
  if (token.kind !== "operator") {
    if (RESERVED.has(token.text))
      return at(token, `${token.text} is a reserved word and cannot be used here`);
    place.wantsValue = false;
  } else if (isOperator(token, "(", "[", "{")) {
    openFrame(token.text === "(" ? "group" : token.text === "[" ? "list" : "map", token, place);
  } else if (!isOperator(token, "!", "-", ".")) {
    return at(token, wantValue(token));
  }
  return undefined;
}

function readOperator(token: Token, frame: Frame, place: Place): Diagnostic | undefined {
  const known =
    token.kind === "operator" ? OPERATORS.has(token.text) : token.kind === "name" && token.text === "in";
  const opensCall = isOperator(token, "(");
  if (!known || (opensCall && place.previous?.kind !== "name")) {
    return at(token, `unexpected ${quote(token)}${HINTS[token.text] ?? ""}`);
  }
  place.wantsValue = true;
  if (opensCall || isOperator(token, "[")) openFrame(opensCall ? "call" : "index", token, place);
  if (isOperator(token, "?")) {
    frame.questions.push(token);
    frame.ternaries++;
    place.depth++;
  }
  if (isOperator(token, ":")) return readColon(token, frame);
  return isOperator(token, ",") ? readComma(token, frame, place) : undefined;
}

function readColon(token: Token, frame: Frame): Diagnostic | undefined {
  if (frame.questions.pop() !== undefined) return undefined;
  if (frame.kind !== "map" || frame.keyed) return at(token, '":" has no "?" before it');
  frame.keyed = true;
  return undefined;
}

function readComma(token: Token, frame: Frame, place: Place): Diagnostic | undefined {
  if (frame.kind === "call" || frame.kind === "list" || frame.kind === "map") return endElement(frame, place);
  return at(token, 'unexpected ","; write && when both must hold, || when one is enough');
}

/** The element before a comma or a closing bracket is complete, and its nesting no longer counts. */
function endElement(frame: Frame, place: Place): Diagnostic | undefined {
  const question = frame.questions.at(-1);
  if (question !== undefined) return at(question, '"?" needs a ":" with the other value');
  const isEmpty = place.previous === frame.open || isOperator(place.previous, ",");
  if (frame.kind === "map" && frame.open !== undefined && !frame.keyed && !isEmpty) {
    return at(frame.open, 'a map needs entries of the form "key": value');
  }
  place.depth -= frame.ternaries;
  frame.ternaries = 0;
  frame.keyed = false;
  return undefined;
}

function openFrame(kind: Frame["kind"], open: Token, place: Place): void {
  place.frames.push(newFrame(kind, open));
  place.depth++;
}

function newFrame(kind: Frame["kind"], open: Token | undefined): Frame {
  return { kind, open, questions: [], ternaries: 0, keyed: false };
}

const isOperator = (token: Token | undefined, ...texts: readonly string[]): boolean =>
  token?.kind === "operator" && texts.includes(token.text);

const at = (token: Token, message: string): Diagnostic => ({ offset: token.offset, message });
const wantValue = (token: Token): string => `a value must stand here, not ${quote(token)}`;

function quote(token: Token): string {
  if (token.kind === "end") return "the end";
  return token.kind === "text" ? token.text : JSON.stringify(token.text);
}

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const OPERATORS = new Set("&& || == != <= >= < > + - * / % ? : , . ( [".split(" "));
const KEYWORDS = new Set(["true", "false", "null", "in"]);
const RESERVED = new Set(
  "in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);
const HINTS: Readonly<Record<string, string>> = {
  and: "; write &&",
  or: "; write ||",
  is: "; write ==",
  "!": "; write != to compare",
};
