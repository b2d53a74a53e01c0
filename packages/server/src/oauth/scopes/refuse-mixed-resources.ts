import type { Resource } from "@licet/engine/internal/entities.ts";
import { mixesOwnResource } from "@licet/engine/internal/own-resource.ts";
import { OAuthError } from "../oauth-error.ts";

/** RFC 8707 §2.2: the resources that are named for one token. Licet's own API is never named beside another. */
export function refuseMixedResources(resources: readonly Resource[]): void {
  if (mixesOwnResource(resources))
    throw new OAuthError(
      "invalid_target",
      "Licet's own API needs a token of its own: name no other resource",
    );
}
