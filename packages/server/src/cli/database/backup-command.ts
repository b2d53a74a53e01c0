import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Writable } from "node:stream";
import type { Command } from "commander";
import { createBackupFile } from "../../backup/backup-file.ts";
import type { WrittenBackup } from "../../backup/write-backup.ts";
import { backUpDatabase } from "../../compose/compose-backup.ts";
import { InvalidInputError } from "../../core/errors/errors.ts";
import type { CommandContext } from "../command-context.ts";
import { addOutputOption, type OutputOptions, print } from "../format/output.ts";
import { addSettingOptions, readCommandSettings, type SettingOptions } from "../options/setting-options.ts";
import { createProgress, formatBytes } from "./progress.ts";

interface BackupOptions extends SettingOptions, OutputOptions {
  readonly force?: boolean;
}

export function defineBackupCommand(command: Command, context: CommandContext): void {
  command
    .description(
      "Write a backup of the whole database to a file, while servers run. It has everything that was stored before the command began, in one moment of the database. The file appears when it is complete.",
    )
    .argument("<file>", "where to write it; - for standard output")
    .option("--force", "replace a file that exists")
    .action((file: string, options: BackupOptions) => backUp(context, file, options))
    .addHelpText(
      "after",
      `
The file is as confidential as the database: hashes of passwords and secrets, personal data, the
audit log, and the keys, encrypted as they are in the database. To restore it you also need the
value of LICET_SECRET, which is not in it: keep that apart.

Examples:
  licet backup licet-backup.tar
  licet backup - | age -r age1… > licet-backup.tar.age`,
    );
  addSettingOptions(addOutputOption(command));
}

async function backUp(context: CommandContext, file: string, options: BackupOptions): Promise<void> {
  const { terminal } = context;
  const settings = readCommandSettings(terminal, options, { databaseExists: true });
  const stop = new AbortController();
  terminal.onStop(() => stop.abort());
  const progress = createProgress(terminal.stderr);
  const destination =
    file === "-" ? await toStream(terminal.stdout) : await toFile(terminal.cwd, file, options);
  const write = async (chunk: Uint8Array) => {
    if (stop.signal.aborted) throw new InvalidInputError("stopped before the backup was complete");
    await destination.write(chunk);
  };
  try {
    const { scratchFolder } = destination;
    const written = await backUpDatabase(settings, { scratchFolder, write, onProgress: progress.report });
    await destination.publish();
    progress.end();
    report(context, file, options, written);
  } finally {
    progress.end();
    await destination.discard();
  }
}

const toFile = (cwd: string, file: string, { force = false }: BackupOptions) =>
  createBackupFile(resolve(cwd, file), { replaces: force });

async function toStream(stream: Writable) {
  const scratchFolder = await mkdtemp(join(tmpdir(), "licet-backup-"));
  return {
    scratchFolder,
    write: (chunk: Uint8Array) =>
      new Promise<void>((done, failed) => {
        stream.write(chunk, (error) => (error ? failed(error) : done()));
      }),
    publish: async () => {},
    discard: () => rm(scratchFolder, { recursive: true, force: true }),
  };
}

function report(
  { terminal }: CommandContext,
  file: string,
  options: BackupOptions,
  { manifest, bytes, digest }: WrittenBackup,
): void {
  const { secretIds } = manifest;
  // Where the backup itself goes to standard output, nothing else may.
  const streams = file === "-" ? { ...terminal, stdout: terminal.stderr } : terminal;
  const document = {
    file,
    bytes,
    digest,
    engine: manifest.engine,
    version: manifest.version,
    created_at: manifest.createdAt,
    revision: manifest.revision,
    secret_ids: secretIds,
  };
  print(streams, options, document, () => [
    `Wrote ${file === "-" ? "the backup" : file}: ${formatBytes(bytes)}, revision ${manifest.revision}, ${manifest.createdAt}.`,
    "It is as confidential as the database. Its keys are encrypted, as they are there.",
    `A restore needs the value of LICET_SECRET with the id ${secretIds.join(", ")}, which is not in it: keep that apart.`,
  ]);
}
