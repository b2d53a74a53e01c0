import { InvalidInputError } from "../core/errors/errors.ts";
import type { Manifest, TableColumns } from "./stores.ts";

export const MANIFEST_NAME = "manifest.json";
/** Grows when an older version could not read a newer backup any more. */
const FORMAT = 1;
const LONGEST_MANIFEST = 1_024 * 1_024;

export const formatManifest = (manifest: Manifest): Buffer =>
  Buffer.from(
    `${JSON.stringify(
      {
        format: FORMAT,
        version: manifest.version,
        engine: manifest.engine,
        created_at: manifest.createdAt,
        revision: manifest.revision,
        secret_ids: manifest.secretIds,
        migrations: manifest.migrations,
        tables: manifest.tables,
      },
      undefined,
      2,
    )}\n`,
  );

/** Throws InvalidInputError when the text is not a manifest, or one of a later format. */
export function parseManifest(text: string): Manifest {
  const parsed = parseObject(text);
  const { format, version, engine, created_at: createdAt, revision, migrations, tables } = parsed;
  if (typeof format !== "number" || typeof version !== "string") throw unreadable();
  if (format > FORMAT)
    throw new InvalidInputError(
      `the backup was made by a newer version of Licet (${version}), which this version cannot read. Restore it with that version.`,
    );
  const secretIds = parsed.secret_ids;
  if (
    (engine !== "sqlite" && engine !== "postgres") ||
    typeof createdAt !== "string" ||
    !Number.isSafeInteger(revision) ||
    !isTexts(migrations) ||
    !isTexts(secretIds) ||
    !Array.isArray(tables) ||
    !tables.every(isTable)
  )
    throw unreadable();
  return { version, engine, createdAt, revision: revision as number, migrations, secretIds, tables };
}

/** The manifest is read before the digests at the end of the file, so nothing of it is believed for its size. */
export async function readManifest(file: {
  readonly name: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Buffer>;
}): Promise<Manifest> {
  if (file.name !== MANIFEST_NAME || file.bytes > LONGEST_MANIFEST) throw unreadable();
  const chunks: Buffer[] = [];
  for await (const chunk of file.content) chunks.push(chunk);
  return parseManifest(Buffer.concat(chunks).toString("utf8"));
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>;
  } catch {
    // Said below, like every other text that is no manifest.
  }
  throw unreadable();
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

/** These names become part of statements. */
const NAME = /^[a-z_]+$/;
const isTable = (value: unknown): value is TableColumns => {
  const { name, columns } = (value ?? {}) as Partial<TableColumns>;
  return (
    typeof name === "string" && NAME.test(name) && isTexts(columns) && columns.every((c) => NAME.test(c))
  );
};

const unreadable = () =>
  new InvalidInputError(
    "the file is not a backup of Licet, or its beginning is damaged. Name a file that licet backup has written.",
  );
