import { seedOwnEntities } from "../../management/seed.ts";
import type { Services } from "../../services.ts";
import { ADMINISTRATOR_ROLE, OWN_RESOURCE } from "../../state/own-names.ts";

/**
 * A command only adds what is missing of Licet's own resource and role. The last word about them is the server's: a
 * command beside it may be another version, and may not have been told the base URL.
 */
export async function ensureOwnEntities({
  storage,
  settings,
  clock,
}: Pick<Services, "clock" | "settings" | "storage">): Promise<void> {
  const { state } = storage;
  const found = [await state.find("resource", OWN_RESOURCE), await state.find("role", ADMINISTRATOR_ROLE)];
  if (found.includes(undefined)) await seedOwnEntities({ store: state, issuer: settings.baseUrl, clock });
}
