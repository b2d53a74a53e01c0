import type { EpochSeconds } from "@licet/engine/values/time.ts";
import { createSetup, type Setup } from "../../management/setup/create-setup.ts";
import { setupUrl } from "../../management/setup/setup-path.ts";
import type { Services } from "../../services.ts";
import { OWN_RESOURCE } from "../../state/own-names.ts";
import { requireNoAdministrator } from "./require-no-administrator.ts";

export interface SetupLink {
  readonly url: string;
  readonly expiresAt: EpochSeconds;
}

export async function issueSetupLink(
  { setupLinks }: Pick<Setup, "setupLinks">,
  baseUrl: string,
): Promise<SetupLink> {
  const { token, expiresAt } = await setupLinks.issue();
  return { url: setupUrl(baseUrl, token), expiresAt };
}

/** Issues a link for an operator. The command may not know the base URL, so it takes the one of the last server. */
export async function issueOperatorLink(
  services: Pick<
    Services,
    "clock" | "isRefusedCredential" | "plannerDependencies" | "settings" | "storage" | "users"
  >,
): Promise<SetupLink> {
  await requireNoAdministrator(services, "licet admin create --username NAME --force creates another one");
  const own = await services.storage.state.find("resource", OWN_RESOURCE);
  const baseUrl = own ? new URL(own.identifier).origin : services.settings.baseUrl;
  return issueSetupLink(createSetup(services), baseUrl);
}
