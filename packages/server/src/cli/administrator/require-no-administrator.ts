import { ConflictError } from "../../core/errors.ts";
import { createDraftView } from "../../management/guards/draft-view.ts";
import { findAdministrator } from "../../management/guards/find-administrators.ts";
import type { Services } from "../../services.ts";
import { getPrincipalName } from "../format/assignment-text.ts";

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
