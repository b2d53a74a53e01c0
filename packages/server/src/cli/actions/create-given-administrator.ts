import { readFile } from "node:fs/promises";
import { describeFileError } from "../../core/describe-file-error.ts";
import { InvalidInputError } from "../../core/errors.ts";
import type {
  CreateFirstAdministrator,
  FirstAdministratorOutcome,
} from "../../management/setup/create-first-administrator.ts";
import type { Services } from "../../services.ts";
import type { Settings } from "../../settings/settings.ts";
import { ConfigurationFileError } from "../../state/file/configuration-file-error.ts";

/** Creates the administrator of LICET_ADMIN_USERNAME and LICET_ADMIN_PASSWORD_FILE. */
export async function createGivenAdministrator(
  { clock }: Pick<Services, "clock">,
  createFirstAdministrator: CreateFirstAdministrator,
  { username, passwordFile }: NonNullable<Settings["firstAdministrator"]>,
): Promise<FirstAdministratorOutcome["outcome"]> {
  const password = await readPasswordFile(passwordFile);
  try {
    const { outcome } = await createFirstAdministrator({
      username,
      password,
      actor: () => ({ name: "licet", at: clock.milliseconds(), mayReuseNames: true }),
    });
    return outcome;
  } catch (error) {
    if (!(error instanceof ConfigurationFileError)) throw error;
    const issues = error.diagnostics.map(({ message }) => message).join("\n");
    throw new InvalidInputError(
      `the administrator of LICET_ADMIN_USERNAME and LICET_ADMIN_PASSWORD_FILE cannot be created: ${issues}`,
      { cause: error },
    );
  }
}

async function readPasswordFile(path: string): Promise<string> {
  try {
    // An editor adds the line end. Spaces may be part of the password.
    return (await readFile(path, "utf8")).replace(/\r?\n$/, "");
  } catch (error) {
    throw new InvalidInputError(
      `cannot read LICET_ADMIN_PASSWORD_FILE at ${path}: ${describeFileError(error)}`,
      { cause: error },
    );
  }
}
