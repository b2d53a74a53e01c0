import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
} from "yaml";
import type { EntryPath } from "../directory/plan/entries-error.ts";
import { findExcess } from "./bound-yaml.ts";
import {
  ConfigurationFileError,
  type Diagnostic,
  type FilePosition,
  inFileOrder,
} from "./configuration-file-error.ts";
import type { FileSource } from "./file-source.ts";

const MAX_ANCESTORS = 64;
/** An author may repeat a list with an alias. An attacker may chain aliases that expand to gigabytes. */
const MAX_ALIASES = 50;

/** Parses one text as a whole. */
export function parseDocumentText(text: string, fileName: string): FileSource {
  const diagnostics: Diagnostic[] = [];
  const excess = findExcess(text);
  if (excess !== undefined) throw new ConfigurationFileError([{ path: [], message: excess }], fileName);
  const lineCounter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter,
    version: "1.2",
    schema: "core", // This schema has no timestamps, so a date stays a string, quoted or not.
    resolveKnownTags: false,
    stringKeys: true,
    prettyErrors: false, // Pretty errors quote the source, which may contain secrets.
  });
  const positionAt = (offset: number): FilePosition => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };

  // The parser only warns about an unresolved tag. Licet refuses it, because the value has no meaning here.
  for (const diagnostic of [...document.errors, ...document.warnings]) {
    const message = `not valid YAML: ${withoutSource(diagnostic.message)}`;
    diagnostics.push({ path: [], message, ...positionAt(diagnostic.pos[0]) });
  }
  if (diagnostics.length === 0) checkNodes(document, positionAt, diagnostics);
  if (diagnostics.length > 0) throw new ConfigurationFileError(inFileOrder(diagnostics), fileName);

  return {
    fileName,
    data: toData(document, fileName),
    findPosition: (path) => positionAt(findOffset(document, path, "value")),
    findKeyPosition: (path) => positionAt(findOffset(document, path, "key")),
    findPositionInside: (path, within) => findPositionInside(document, text, path, within, positionAt),
  };
}

/** Some messages end with the wrong text, which may be part of a secret. */
const withoutSource = (message: string): string => message.replace(/[:;%].*/s, "").trim();

/** Refuses valid YAML that no configuration file may contain, with its position. */
function checkNodes(
  document: Document,
  positionAt: (offset: number) => FilePosition,
  diagnostics: Diagnostic[],
): void {
  visit(document, (role, node, ancestors) => {
    if (!isNode(node) || !node.range) return undefined;
    const refuse = (message: string) =>
      diagnostics.push({ path: [], message, ...positionAt(node.range?.[0] ?? 0) });
    if (ancestors.length > MAX_ANCESTORS) {
      refuse("nested too deeply");
      return visit.BREAK;
    }
    if (isAlias(node)) {
      const target = node.resolve(document);
      if (target === undefined) refuse("there is no anchor of this name before the alias");
      else if (ancestors.some((ancestor) => ancestor === target)) refuse("this alias contains itself");
    }
    if (!isScalar(node)) return undefined;
    const { value } = node;
    if (role === "key" && value === "__proto__") refuse("__proto__ is not allowed");
    if (typeof value === "number" && !Number.isFinite(value)) refuse("is not a finite number");
    if (typeof value === "string" && (value.includes("\0") || !value.isWellFormed())) {
      refuse("contains a NUL or half a character");
    }
    return undefined;
  });
}

function toData(document: Document, fileName: string): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    if (error instanceof ReferenceError) {
      throw new ConfigurationFileError([{ path: [], message: "has too many aliases" }], fileName);
    }
    throw error;
  }
}

function findOffset(document: Document, path: EntryPath, which: "key" | "value"): number {
  let node: unknown = document.contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const [depth, part] of path.entries()) {
    let key: unknown;
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === String(part));
      key = pair?.key;
      node = pair?.value;
    } else {
      node = isSeq(node) && typeof part === "number" ? node.items[part] : undefined;
    }
    const wanted = which === "key" && depth === path.length - 1 ? key : (node ?? key);
    if (!isNode(wanted)) break;
    offset = wanted.range?.[0] ?? offset;
  }
  return offset;
}

function findPositionInside(
  document: Document,
  text: string,
  path: EntryPath,
  within: FilePosition,
  positionAt: (offset: number) => FilePosition,
): FilePosition {
  const start = findOffset(document, path, "value");
  const node = document.getIn(path, true);
  if (!isScalar(node) || typeof node.value !== "string") return positionAt(start);
  if (node.type === "BLOCK_LITERAL") return positionInBlock(text, node.value, positionAt(start), within);

  const opening = node.type?.startsWith("QUOTE") ? 1 : 0;
  const before = node.value.slice(0, within.column - 1);
  // The column is exact only if the file and the value are equal up to here: no escape and no folded line before it.
  const sideBySide = within.line === 1 && text.startsWith(before, start + opening);
  return positionAt(sideBySide ? start + opening + before.length : start);
}

/** In a `|` block, each line of the value is a line of the file, indented by the block's indentation. */
function positionInBlock(
  text: string,
  value: string,
  start: FilePosition,
  within: FilePosition,
): FilePosition {
  const line = start.line + within.line;
  const inFile = text.split(/\r?\n/)[line - 1] ?? "";
  const inValue = value.split("\n")[within.line - 1] ?? "";
  return inFile.endsWith(inValue) ? { line, column: inFile.length - inValue.length + within.column } : start;
}
