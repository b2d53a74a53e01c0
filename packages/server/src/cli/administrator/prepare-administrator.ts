import { createSetup } from "../../management/setup/create-setup.ts";
import type { Services } from "../../services.ts";
import type { Terminal } from "../terminal.ts";
import { createGivenAdministrator } from "./create-given-administrator.ts";
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
