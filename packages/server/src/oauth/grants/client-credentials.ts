import type { Clock } from "@licet/engine/internal/values/time.ts";
import { isPublicClient } from "../../accounts/public-application.ts";
import { whenReady } from "../../core/async/awaitable.ts";
import type { FactSource } from "../../permissions/fact-source.ts";
import { OAuthError } from "../oauth-error.ts";
import { decideClientScopes } from "../scopes/decide-client-scopes.ts";
import { createGrant, type Grant } from "./grant.ts";

interface ClientCredentialsRequest {
  readonly scope: string | undefined;
  readonly resources: readonly string[];
}

/** RFC 6749 §4.4: the caller acts for itself; there is no resource owner. */
export function createClientCredentialsGrant(factSource: FactSource, clock: Clock): Grant {
  return createGrant<ClientCredentialsRequest>({
    type: "client_credentials",
    parse: (form) => ({ scope: form.get("scope"), resources: form.repeatable }),
    authorize({ scope, resources }, client, { ip }) {
      // RFC 6749 §4.4: MUST only be used by confidential clients.
      if (isPublicClient(client))
        throw new OAuthError("unauthorized_client", "a public client cannot use this grant type");
      const decision = decideClientScopes(factSource, clock, { client, scope, resources, ip });
      return whenReady(decision, (decision) => ({ subject: client.id, decision }));
    },
  });
}
