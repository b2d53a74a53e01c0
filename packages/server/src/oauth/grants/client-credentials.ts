import type { Clock } from "../../core/time.ts";
import type { FactSource } from "../../permissions/fact-source.ts";
import { isPublic } from "../authenticate-client.ts";
import { decideClientScopes } from "../decide-client-scopes.ts";
import { OAuthError } from "../oauth-error.ts";
import type { Grant } from "./grant.ts";

/** RFC 6749 §4.4: the caller acts for itself; there is no resource owner. */
export function createClientCredentialsGrant(factSource: FactSource, clock: Clock): Grant {
  return {
    type: "client_credentials",
    async authorize({ form, origin }, client) {
      // RFC 6749 §4.4: MUST only be used by confidential clients.
      if (isPublic(client))
        throw new OAuthError("unauthorized_client", "a public client cannot use this grant type");
      const decision = await decideClientScopes(factSource, clock, {
        client,
        scope: form.get("scope"),
        resources: form.repeatable,
        ip: origin.ip,
      });
      return { subject: client.id, decision };
    },
  };
}
