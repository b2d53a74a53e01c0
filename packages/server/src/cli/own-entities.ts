import { ADMINISTRATOR_ROLE, OWN_RESOURCE } from "../directory/own-names.ts";
import { seedOwnEntities } from "../directory/seed.ts";
import type { Services } from "../services.ts";

/**
 * A command adds Licet's own resource and role only when they are missing. The server keeps them up to date, because a
 * command may have another version than the server and may not know the base URL.
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
