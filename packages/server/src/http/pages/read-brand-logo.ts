import { readFileSync, statSync } from "node:fs";
import { InvalidInputError } from "../../core/errors/errors.ts";
import type { Logo } from "../../oauth/stores.ts";
import { parsePicture } from "../management/parse-picture.ts";

const MAX_BYTES = 256 * 1024;

/** Reads the picture of the setting brand_logo, once. A file that is no picture fails the start. */
export function readBrandLogo(path: string): Logo {
  const logo = parsePicture(readBounded(path));
  if (!logo) throw invalid(`${path} is something else`);
  return logo;
}

function readBounded(path: string): Uint8Array {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw invalid(`${path} is not a file`);
    if (stats.size > MAX_BYTES) throw invalid(`${path} has ${stats.size} bytes`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof InvalidInputError) throw error;
    throw invalid(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

const invalid = (problem: string): InvalidInputError =>
  new InvalidInputError(
    `the setting brand_logo (LICET_BRAND_LOGO) is not valid: expected a PNG, JPEG or WebP file of at most 256 kB; ${problem}`,
  );
