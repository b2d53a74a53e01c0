import { UnavailableError } from "../core/errors.ts";
import { createLog } from "../observability/log.ts";
import { openServices, type Services } from "../services.ts";
import { ensureOwnEntities } from "./actions/own-entities.ts";
import type { CommandContext } from "./command-context.ts";
import { readCommandSettings, type SettingOptions } from "./options/setting-options.ts";

/** Opens the database for one action and closes it again. A server may use the database at the same time. */
export async function withServices<T>(
  { terminal, clock }: CommandContext,
  options: SettingOptions,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const settings = readCommandSettings(terminal, options);
  // The "info" messages are for the operator of a server. A command prints only its result and warnings.
  const log = createLog(settings.logLevel === "info" ? "warn" : settings.logLevel, terminal.stderr);
  try {
    const services = await openServices({ settings, log, clock });
    try {
      await ensureOwnEntities(services);
      return await work(services);
    } finally {
      await services.storage.close();
    }
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    throw new UnavailableError(
      `the database cannot be reached: ${error.message}. Check that it runs, and LICET_DATABASE_URL.`,
      {
        cause: error,
      },
    );
  }
}
