/** A part of a long list of the file: some of its items, as a YAML text of their own. */
export interface ListPiece {
  /** The key of the list: `assignments`. */
  readonly key: string;
  /** The index of its first item in the list. */
  readonly firstIndex: number;
  readonly itemCount: number;
  /** The line of the file before its first line. */
  readonly lineOffset: number;
  readonly text: string;
}

export interface SplitText {
  /** The file without its long lists. Every line keeps its number. */
  readonly rest: string;
  readonly pieces: readonly ListPiece[];
}

/** A shorter list is left where it is. */
const LONG_LIST_ITEMS = 2_000;
const PIECE_ITEMS = 1_000;

const KEY = /^([a-z_]+):[ ]*(?:#.*)?$/;
const ITEM = /^( *)- /;
const BLANK = /^\s*(?:#.*)?$/;
/** An anchor or an alias may refer from one piece to another. */
const REFERENCE = /(?:^|[\s[{,])[&*][^\s,\]}]/m;

/**
 * Takes the long lists of a file apart, so that each piece can be parsed and its tree forgotten: the tree of a million
 * assignments takes gigabytes. Only lists at the top level whose items begin with `- ` at one indentation. YAML §8.2.1:
 * everything inside an item is indented deeper, so a line that begins like an item is one.
 */
export function splitLists(text: string): SplitText | undefined {
  if (REFERENCE.test(text)) return undefined;
  const lines = text.split("\n");
  const pieces: ListPiece[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const [, key] = KEY.exec(lines[index] ?? "") ?? [];
    if (key === undefined) continue;
    const list = findList(lines, index + 1);
    if (list.starts.length < LONG_LIST_ITEMS) continue;
    pieces.push(...cutPieces(key, lines, list));
    lines[index] = `${key}: []`;
    for (let line = list.from; line < list.end; line += 1) lines[line] = "";
    index = list.end - 1;
  }
  return pieces.length === 0 ? undefined : { rest: lines.join("\n"), pieces };
}

interface FoundList {
  readonly from: number;
  /** The first line behind the list. */
  readonly end: number;
  /** The first lines of its items. */
  readonly starts: readonly number[];
}

function findList(lines: readonly string[], from: number): FoundList {
  const starts: number[] = [];
  let indent: string | undefined;
  let end = from;
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? "";
    if (BLANK.test(line)) continue;
    const [, spaces] = ITEM.exec(line) ?? [];
    indent ??= spaces;
    if (indent === undefined) break;
    if (spaces === indent) starts.push(end);
    else if (!line.startsWith(`${indent} `)) break;
  }
  return { from, end, starts };
}

function* cutPieces(key: string, lines: readonly string[], { starts, end }: FoundList): Generator<ListPiece> {
  for (let first = 0; first < starts.length; first += PIECE_ITEMS) {
    const lineOffset = starts[first] ?? 0;
    yield {
      key,
      firstIndex: first,
      itemCount: Math.min(PIECE_ITEMS, starts.length - first),
      lineOffset,
      text: `${lines.slice(lineOffset, starts[first + PIECE_ITEMS] ?? end).join("\n")}\n`,
    };
  }
}
