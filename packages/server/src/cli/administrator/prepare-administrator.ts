import { InvalidInputError } from "../../core/errors/errors.ts";
import { EntriesError } from "../../directory/plan/entries-error.ts";
import type { Services } from "../../services.ts";
import { readSecretFile, type Settings } from "../../settings/settings.ts";
import type {
  CreateFirstAdministrator,
  FirstAdministratorOutcome,
} from "../../setup/create-first-administrator.ts";
import { createSetup } from "../../setup/create-setup.ts";
import type { Terminal } from "../terminal.ts";
import { issueSetupLink, type SetupLink } from "./setup-link.ts";

/** What the banner reports about administrators. */
export type AdministratorState =
  | { readonly kind: "exists" }
  | { readonly kind: "created"; readonly username: string }
  | {
      readonly kind: "missing";
      /** Only for a terminal: other output ends up in a log, which others may read. */
      readonly link?: SetupLink;
      /** The username of the settings, if another user has it. */
      readonly taken?: string;
    };

/** If there is no administrator, creates the one of the settings, or issues a link for the terminal. */
export async function prepareAdministrator(
  services: Pick<Services, "clock" | "isRefusedCredential" | "plannerDependencies" | "settings" | "storage">,
  { stdout }: Pick<Terminal, "stdout">,
): Promise<AdministratorState> {
  const setup = createSetup(services);
  if (await setup.hasAdministrator()) return { kind: "exists" };
  const { firstAdministrator: given, baseUrl } = services.settings;
  const outcome = given && (await createGivenAdministrator(services, setup.createFirstAdministrator, given));
  if (given && outcome === "created") return { kind: "created", username: given.username };
  // Another node has created one in the meantime.
  if (outcome === "refused") return { kind: "exists" };
  return {
    kind: "missing",
    ...(given && { taken: given.username }),
    ...(stdout.isTTY === true && { link: await issueSetupLink(setup, baseUrl) }),
  };
}

/** Creates the administrator of LICET_ADMIN_USERNAME and LICET_ADMIN_PASSWORD_FILE. */
async function createGivenAdministrator(
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
    if (!(error instanceof EntriesError)) throw error;
    const issues = error.issues.map(({ message }) => message).join("\n");
    throw new InvalidInputError(
      `the administrator of LICET_ADMIN_USERNAME and LICET_ADMIN_PASSWORD_FILE cannot be created: ${issues}`,
      { cause: error },
    );
  }
}
