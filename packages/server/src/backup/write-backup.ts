import { ArchiveWriter } from "./archive/archive-writer.ts";
import { formatManifest, MANIFEST_NAME } from "./manifest.ts";
import type { BackupSource, Manifest, OnProgress } from "./stores.ts";

export interface WrittenBackup {
  readonly manifest: Manifest;
  readonly bytes: number;
  /** Of the digests of all files in it. */
  readonly digest: string;
}

/** Copies the database as it is now, and writes the copy as one archive. */
export async function writeBackup(
  source: BackupSource,
  options: {
    readonly version: string;
    readonly scratchFolder: string;
    readonly write: (chunk: Uint8Array) => Promise<void>;
    readonly onProgress: OnProgress;
  },
): Promise<WrittenBackup> {
  const { version, scratchFolder, write, onProgress } = options;
  const startedAt = await source.now();
  await source.recordStart(startedAt);
  return await source.copy({ scratchFolder, onProgress }, async ({ facts, parts }) => {
    const manifest: Manifest = { ...facts, version, createdAt: new Date(startedAt).toISOString() };
    const archive = new ArchiveWriter(
      async (chunk) => {
        await write(chunk);
        onProgress("writing", archive.bytes);
      },
      Math.floor(startedAt / 1_000),
    );
    const first = formatManifest(manifest);
    await archive.add(MANIFEST_NAME, first.length, [first]);
    for await (const { name, bytes, content } of parts) await archive.add(name, bytes, content);
    const digest = await archive.finish();
    return { manifest, bytes: archive.bytes, digest };
  });
}
