import type { Resource } from "./entities.ts";

/** The name of Licet's own API as a resource: its permissions are decided like all others. */
export const OWN_RESOURCE = "licet";

export const isOwnResource = (resource: Pick<Resource, "name"> | undefined): boolean =>
  resource?.name === OWN_RESOURCE;

/** No token is for Licet and another resource: the server of the other resource could use it at Licet. */
export const mixesOwnResource = (resources: readonly Resource[]): boolean =>
  resources.some(isOwnResource) && !resources.every(isOwnResource);
