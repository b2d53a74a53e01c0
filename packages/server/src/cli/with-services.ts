import { existsSync } from "node:fs";
import { relative } from "node:path";
import { DamagedDatabaseError, UnavailableError } from "../core/errors/errors.ts";
import { createLog } from "../observability/log.ts";
import { openServices, type Services } from "../services.ts";
import type { Settings } from "../settings/settings.ts";
import type { CommandContext } from "./command-context.ts";
import { markInitialised } from "./installation.ts";
import { readCommandSettings, type SettingOptions } from "./options/setting-options.ts";
import { ensureOwnEntities } from "./own-entities.ts";

/**
 * Opens the database for one action and closes it again. A server may use the database at the same time. A database file
 * must exist, except for the actions that a new installation can begin with (`createsDatabase`).
 */
export async function withServices<T>(
  { terminal, givenClock: clock }: CommandContext,
  options: SettingOptions,
  work: (services: Services) => Promise<T>,
  { createsDatabase = false } = {},
): Promise<T> {
  const settings = readCommandSettings(terminal, options, { databaseExists: !createsDatabase });
  const begun = createsDatabase ? findMissingFile(settings) : undefined;
  // The "info" messages are for the operator of a server. A command prints only its result and warnings.
  const log = createLog(settings.logLevel === "info" ? "warn" : settings.logLevel, terminal.stderr);
  try {
    const services = await openServices({ settings, log, clock });
    if (begun !== undefined)
      terminal.stderr.write(`Created a new database: ${relative(terminal.cwd, begun)}\n`);
    try {
      await ensureOwnEntities(services);
      const { state } = services.storage;
      const before = await state.revision();
      const done = await work(services);
      if ((await state.revision()) !== before) await markInitialised(services);
      return done;
    } finally {
      await services.storage.close();
    }
  } catch (error) {
    if (!(error instanceof UnavailableError) || error instanceof DamagedDatabaseError) throw error;
    throw new UnavailableError(
      `the database cannot be reached: ${error.message}. Check that it runs, and LICET_DATABASE_URL.`,
      {
        cause: error,
      },
    );
  }
}

/** The file of a database that does not exist yet; undefined if it does, or if it is not a file. */
function findMissingFile({ databaseUrl }: Settings): string | undefined {
  const [, file] = /^sqlite:(.+)$/s.exec(databaseUrl) ?? [];
  return file === undefined || existsSync(file) ? undefined : file;
}
