import type { EntryPath } from "../directory/plan/entries-error.ts";
import { findExcessBytes } from "./bound-yaml.ts";
import { ConfigurationFileError, type FilePosition } from "./configuration-file-error.ts";
import type { FileSource } from "./file-source.ts";
import { parseDocumentText } from "./parse-yaml.ts";
import { parsePlainItems } from "./plain-items.ts";
import { type ListPiece, splitLists } from "./split-lists.ts";

/** Parses a configuration file. Long lists are parsed in pieces, so the memory is that of the data, not of its tree. */
export function parseYaml(text: string, fileName: string): FileSource {
  const excess = findExcessBytes(text);
  if (excess !== undefined) throw new ConfigurationFileError([{ path: [], message: excess }], fileName);
  const split = splitLists(text);
  if (split === undefined) return parseDocumentText(text, fileName);
  const main = parseDocumentText(split.rest, fileName);
  const data = main.data as Record<string, unknown[]>;
  for (const piece of split.pieces) {
    const items = parsePlainItems(piece.text) ?? parsePiece(piece, fileName).data;
    // A text that is not what it looks like is judged as a whole.
    if (!Array.isArray(items) || items.length !== piece.itemCount) return parseDocumentText(text, fileName);
    for (const item of items) data[piece.key]?.push(item);
  }
  return withPieces(main, split.pieces, fileName);
}

function parsePiece(piece: ListPiece, fileName: string): FileSource {
  try {
    return parseDocumentText(piece.text, fileName);
  } catch (error) {
    if (!(error instanceof ConfigurationFileError)) throw error;
    const diagnostics = error.issues.map((diagnostic) => ({
      ...diagnostic,
      ...(diagnostic.line !== undefined && { line: diagnostic.line + piece.lineOffset }),
    }));
    throw new ConfigurationFileError(diagnostics, fileName);
  }
}

/** Finds positions in the pieces as well. A piece is parsed again for them, because its tree was not kept. */
function withPieces(main: FileSource, pieces: readonly ListPiece[], fileName: string): FileSource {
  let last: { readonly piece: ListPiece; readonly source: FileSource } | undefined;

  function within(path: EntryPath): { readonly piece: ListPiece; readonly source: FileSource } | undefined {
    const [key, index] = path;
    const piece = pieces.find(
      ({ key: own, firstIndex, itemCount }) =>
        own === key && typeof index === "number" && index >= firstIndex && index < firstIndex + itemCount,
    );
    if (piece === undefined) return undefined;
    if (last?.piece !== piece) last = { piece, source: parsePiece(piece, fileName) };
    return last;
  }

  const locate =
    (find: (source: FileSource, path: EntryPath) => FilePosition | undefined) =>
    (path: EntryPath): FilePosition | undefined => {
      const found = within(path);
      if (found === undefined) return find(main, path);
      const [, index, ...rest] = path;
      const position = find(found.source, [Number(index) - found.piece.firstIndex, ...rest]);
      return position && { ...position, line: position.line + found.piece.lineOffset };
    };

  return {
    ...main,
    findPosition: locate((source, path) => source.findPosition(path)),
    findKeyPosition: locate((source, path) => source.findKeyPosition(path)),
    findPositionInside: (path, inside) =>
      locate((source, place) => source.findPositionInside(place, inside))(path),
  };
}
