import type { FilePath, FilePosition } from "./configuration-file-error.ts";

/** A state as plain data, together with the places where its values stand, when it was read from a text. */
export interface StateSource {
  readonly fileName?: string;
  readonly data: unknown;
  /** The path itself, or the nearest place around it that the data really has. */
  nearest(path: FilePath): FilePath;
  /** The value's place; that of the nearest thing around it when the value itself was left out. */
  positionOf(path: FilePath): FilePosition | undefined;
  /** The place of a map's key rather than of its value. */
  positionOfKey(path: FilePath): FilePosition | undefined;
  /** The place of a character inside a text, where `within` counts lines and columns of the text itself. */
  positionInside(path: FilePath, within: FilePosition): FilePosition | undefined;
}
