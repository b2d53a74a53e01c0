import type { Resource } from "./entities.ts";

/** Licet guards its own API with its own engine: this is the name of the API as a resource. */
export const OWN_RESOURCE = "licet";

export const isOwnResource = (resource: Pick<Resource, "name"> | undefined): boolean =>
  resource?.name === OWN_RESOURCE;

/** A server of another resource could present a token for both to Licet, so that no token is for both. */
export const mixesOwnResource = (resources: readonly Resource[]): boolean =>
  resources.some(isOwnResource) && !resources.every(isOwnResource);
