/**
 * Licet protects its own API with its own engine: the API is a resource, and this role grants every action of it. The
 * server creates both, and the console's application, at start. Only a new version of Licet changes them; files and API
 * calls may grant and assign them.
 */
export { OWN_RESOURCE } from "@licet/engine/internal/own-resource.ts";
export const ADMINISTRATOR_ROLE = "licet-administrator";
export const CONSOLE_APPLICATION = "licet-console";
