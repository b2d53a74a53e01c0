import type { FilePlaces } from "./configuration-file-error.ts";

/** The data of a file, and where its values are. */
export interface FileSource extends FilePlaces {
  readonly data: unknown;
}
