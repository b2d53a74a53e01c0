import { createHash } from "node:crypto";
import type { Model } from "@licet/engine/internal/model.ts";
import { OWN_RESOURCE } from "@licet/engine/internal/own-resource.ts";
import type { Application } from "../../accounts/entities.ts";
import type { LoggedRevocation } from "../stores.ts";

/** The part of the log of revocations that an application may read. */
export interface RevocationView {
  /** Differs when the application serves other resources. A position in one view means nothing in another. */
  readonly name: string;
  isVisible(entry: Pick<LoggedRevocation, "resources">): boolean;
}

/**
 * RFC 7662 §4, as at introspection: the revocations that concern tokens for the resources that the application serves.
 * Those of subjects name no resource, and any resource may have a token of theirs; they say no more than that a user, an
 * application or an access key is over. Undefined when the application serves no resource.
 */
export function findRevocationView(
  { serves }: Pick<Application, "serves">,
  model: Pick<Model, "resources">,
): RevocationView | undefined {
  const served = new Set(
    serves.flatMap((name) => {
      const resource = name === OWN_RESOURCE ? undefined : model.resources.get(name);
      return resource === undefined ? [] : [name, resource.identifier];
    }),
  );
  if (served.size === 0) return undefined;
  const digest = createHash("sha256").update(JSON.stringify([...served].sort()));
  return {
    name: digest.digest("base64url").slice(0, 8),
    isVisible: ({ resources }) => resources === undefined || resources.some((each) => served.has(each)),
  };
}
