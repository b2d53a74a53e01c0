import type { FilePath, FilePosition } from "./configuration-file-error.ts";

/** A state as plain data. If it came from a text, it also knows the positions of its values. */
export interface StateSource {
  readonly fileName?: string;
  readonly data: unknown;
  /** Gives the path, or the nearest enclosing path that exists in the data. */
  nearest(path: FilePath): FilePath;
  /** The position of the value, or of the nearest enclosing value when it is missing. */
  findPosition(path: FilePath): FilePosition | undefined;
  /** The position of a map's key. */
  findKeyPosition(path: FilePath): FilePosition | undefined;
  /** The position of a character inside a string. `within` counts lines and columns inside that string. */
  findPositionInside(path: FilePath, within: FilePosition): FilePosition | undefined;
}
