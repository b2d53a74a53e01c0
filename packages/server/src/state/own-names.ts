/**
 * Licet guards its own API with its own engine: the API is a resource, and whoever holds this role may do everything
 * with it. Both are made at start and change with Licet only; files and calls may grant and assign them. So is the
 * application as which the console signs people in.
 */
export { OWN_RESOURCE } from "../permissions/own-resource.ts";
export const ADMINISTRATOR_ROLE = "licet-administrator";
export const CONSOLE_APPLICATION = "licet-console";
