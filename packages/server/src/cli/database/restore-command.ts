import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import type { Command } from "commander";
import type { RestoredBackup } from "../../backup/restore-backup.ts";
import { describeEnded, type EndedCounts } from "../../backup/stores.ts";
import { restoreDatabase } from "../../compose/compose-backup.ts";
import { InvalidInputError } from "../../core/errors/errors.ts";
import type { CommandContext } from "../command-context.ts";
import { addOutputOption, type OutputOptions, print } from "../format/output.ts";
import { writeMilliseconds } from "../format/times.ts";
import { addSettingOptions, readCommandSettings, type SettingOptions } from "../options/setting-options.ts";
import { createProgress } from "./progress.ts";

interface RestoreOptions extends SettingOptions, OutputOptions {
  readonly force?: boolean;
  readonly endAccessTokens?: boolean;
}

export function defineRestoreCommand(command: Command, context: CommandContext): void {
  command
    .description(
      "Make the database what a backup says, while no server uses it. Sessions, authorization codes, refresh tokens and links that were issued before end, because they may have been used or revoked since the backup. If anything fails, the database stays as it was.",
    )
    .argument("<file>", "a file that licet backup has written; - for standard input")
    .option("--force", "replace a database that is not empty")
    .option(
      "--end-access-tokens",
      "also remove the signing keys, so that no access token issued before is valid; servers make new keys",
    )
    .action((file: string, options: RestoreOptions) => restore(context, file, options))
    .addHelpText(
      "after",
      `
It needs the value of LICET_SECRET that the backed-up installation had. Stop every server first.

Examples:
  licet restore licet-backup.tar --data-dir restored
  licet restore licet-backup.tar --force --end-access-tokens`,
    );
  addSettingOptions(addOutputOption(command));
}

async function restore(context: CommandContext, file: string, options: RestoreOptions): Promise<void> {
  const { terminal, clock } = context;
  const settings = readCommandSettings(terminal, options, { secretExists: true });
  const stop = new AbortController();
  terminal.onStop(() => stop.abort());
  const progress = createProgress(terminal.stderr);
  const source = file === "-" ? terminal.stdin : await openFile(terminal.cwd, file);
  try {
    const restored = await restoreDatabase(settings, {
      source: untilStopped(source, stop.signal),
      replaces: options.force ?? false,
      endAccessTokens: options.endAccessTokens ?? false,
      pid: terminal.pid,
      clock,
      onProgress: progress.report,
    });
    progress.end();
    print(terminal, options, describe(restored), () => listLines(restored, options));
  } finally {
    progress.end();
    source.destroy();
  }
}

/** Opened first: the reason why a file cannot be read is known before anything is done. */
async function openFile(cwd: string, file: string): Promise<Readable> {
  const path = resolve(cwd, file);
  try {
    const handle = await open(path, "r");
    if ((await handle.stat()).isDirectory()) {
      await handle.close();
      throw new InvalidInputError(`${file} is a folder. Name a file that licet backup has written.`);
    }
    return createReadStream("", { fd: handle });
  } catch (error) {
    if (error instanceof InvalidInputError) throw error;
    throw new InvalidInputError(`cannot read ${file}: ${(error as Error).message}`, { cause: error });
  }
}

async function* untilStopped(
  source: AsyncIterable<Uint8Array>,
  stop: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    if (stop.aborted)
      throw new InvalidInputError("stopped before the restore was complete. Nothing was changed.");
    yield chunk;
  }
}

function describe({ manifest, revision, restoredAt, ended, movedTo }: RestoredBackup) {
  return {
    engine: manifest.engine,
    version: manifest.version,
    created_at: manifest.createdAt,
    from_revision: manifest.revision,
    revision,
    restored_at: writeMilliseconds(restoredAt),
    ended: describeEnded(ended),
    moved_to: movedTo ?? null,
  };
}

function listLines(
  { manifest, revision, ended, movedTo }: RestoredBackup,
  { endAccessTokens = false }: RestoreOptions,
): readonly string[] {
  return [
    `Restored the backup of ${manifest.createdAt}, revision ${manifest.revision}. The revision is ${revision} now.`,
    `Ended, because it may have been used or revoked since: ${listEnded(ended)}.`,
    endAccessTokens
      ? "No access token that was issued before is valid."
      : "Access tokens of applications stay valid until they expire, also those that were revoked after the backup. To end them, run this again with --force --end-access-tokens.",
    "What was changed after the backup is lost: also permissions, users and secrets that were removed are back.",
    ...(movedTo === undefined ? [] : [`The former database could not be read. It is at ${movedTo}.`]),
  ];
}

function listEnded(ended: EndedCounts): string {
  const counts: readonly (readonly [number, string, string])[] = [
    [ended.sessions, "session", "sessions"],
    [ended.codes, "authorization code", "authorization codes"],
    [ended.refreshTokens, "refresh token", "refresh tokens"],
    [ended.interactions, "sign-in under way", "sign-ins under way"],
    [ended.pushedRequests, "pushed request", "pushed requests"],
    [ended.passwordResets, "link for a new password", "links for a new password"],
    [ended.setupLinks, "link for the first administrator", "links for the first administrator"],
  ];
  return counts.map(([count, one, many]) => `${count} ${count === 1 ? one : many}`).join(", ");
}
