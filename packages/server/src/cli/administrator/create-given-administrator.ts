import { InvalidInputError } from "../../core/errors.ts";
import type {
  CreateFirstAdministrator,
  FirstAdministratorOutcome,
} from "../../management/setup/create-first-administrator.ts";
import type { Services } from "../../services.ts";
import { readSecretFile, type Settings } from "../../settings/settings.ts";
import { ConfigurationFileError } from "../../state/file/configuration-file-error.ts";

/** Creates the administrator of LICET_ADMIN_USERNAME and LICET_ADMIN_PASSWORD_FILE. */
export async function createGivenAdministrator(
  { clock }: Pick<Services, "clock">,
  createFirstAdministrator: CreateFirstAdministrator,
  { username, passwordFile }: NonNullable<Settings["firstAdministrator"]>,
): Promise<FirstAdministratorOutcome["outcome"]> {
  // Spaces may be part of the password.
  const password = readSecretFile(passwordFile, "LICET_ADMIN_PASSWORD_FILE");
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
