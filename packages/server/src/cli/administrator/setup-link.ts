import type { EpochSeconds } from "@licet/engine/internal/values/time.ts";
import { ConflictError } from "../../core/errors/errors.ts";
import { createDraftView } from "../../directory/guards/draft-view.ts";
import { findAdministrator } from "../../directory/guards/find-administrators.ts";
import { OWN_RESOURCE } from "../../directory/own-names.ts";
import type { Services } from "../../services.ts";
import { createSetup, type Setup } from "../../setup/create-setup.ts";
import { setupUrl } from "../../setup/setup-path.ts";
import { getPrincipalName } from "../format/assignment-text.ts";

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

/** Throws ConflictError with the name of an administrator and the advice, if there is one. */
export async function requireNoAdministrator(
  services: Pick<Services, "clock" | "storage" | "users">,
  advice: string,
): Promise<void> {
  const { storage, clock } = services;
  const view = createDraftView(storage.state, storage.directory, []);
  const administrator = await findAdministrator(view, clock.seconds());
  if (!administrator) return;
  const name = await getPrincipalName(services, administrator.principal);
  throw new ConflictError(`${name} is an administrator already; ${advice}`);
}
