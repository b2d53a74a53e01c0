import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ArchiveWriter } from "../../backup/archive/archive-writer.ts";
import { readArchive } from "../../backup/archive/read-archive.ts";
import { MANIFEST_NAME } from "../../backup/manifest.ts";
import type { TableColumns } from "../../backup/stores.ts";
import { runSql } from "./run-sql.ts";

/** A backup that somebody has changed, with digests that are right. */
export const runInBackup = (backup: Uint8Array, statement: string): Promise<Buffer> =>
  rewrite(backup, "licet.db", async (bytes) => {
    const folder = await mkdtemp(join(tmpdir(), "licet-changed-backup-"));
    const file = join(folder, "licet.db");
    await writeFile(file, bytes);
    await runSql(`sqlite:${file}`, statement);
    const changed = await readFile(file);
    await rm(folder, { recursive: true });
    return changed;
  });

export const addTableToBackup = (backup: Uint8Array, table: TableColumns): Promise<Buffer> =>
  rewrite(backup, MANIFEST_NAME, async (bytes) => {
    const manifest = JSON.parse(bytes.toString()) as { tables: TableColumns[] };
    const others = manifest.tables.filter(({ name }) => name !== table.name);
    return Buffer.from(JSON.stringify({ ...manifest, tables: [...others, table] }));
  });

async function rewrite(
  backup: Uint8Array,
  name: string,
  change: (bytes: Buffer) => Promise<Buffer>,
): Promise<Buffer> {
  const written: Uint8Array[] = [];
  const archive = new ArchiveWriter(async (chunk) => void written.push(Buffer.from(chunk)), 0);
  const source = async function* () {
    yield backup;
  };
  for await (const file of readArchive(source())) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.content) chunks.push(Buffer.from(chunk));
    const bytes = Buffer.concat(chunks);
    const content = file.name === name ? await change(bytes) : bytes;
    await archive.add(file.name, content.length, [content]);
  }
  await archive.finish();
  return Buffer.concat(written);
}
