import { assignmentId } from "@licet/engine/internal/assignment-id.ts";
import type { Assignment } from "@licet/engine/internal/entities.ts";
import { ID_PREFIXES } from "@licet/engine/internal/values/id-prefixes.ts";
import { systemClock } from "@licet/engine/internal/values/time.ts";
import type { Application } from "../../../packages/server/src/accounts/entities.ts";
import { type SecretHasher, secretHint } from "../../../packages/server/src/accounts/secret.ts";
import type { Change } from "../../../packages/server/src/directory/change.ts";
import type { Caller } from "../population.ts";

/** Creates an application, a service by default, and its secret, hashed as the server hashes it. */
export function callerChanges(
  secrets: SecretHasher,
  { clientId, clientSecret }: Caller,
  more: Partial<Application> = {},
): Change[] {
  const application: Application = {
    id: clientId,
    name: clientId,
    type: "service",
    enabled: true,
    redirectUris: [],
    postLogoutRedirectUris: [],
    requirePkce: false,
    firstParty: false,
    delegated: [],
    idTokenAlgorithm: "RS256",
    idTokenClaims: "profile",
    requirePushedRequests: false,
    requireSignedRequestObject: false,
    clientAssertionMaxLifetimeSeconds: 300,
    serves: [],
    ...more,
  };
  return [
    { op: "put", kind: "application", value: application },
    {
      op: "put",
      kind: "secret",
      value: {
        id: `${ID_PREFIXES.secret}${clientId}`,
        owner: clientId,
        hash: secrets.hash(clientSecret),
        hint: secretHint(clientSecret),
        createdAt: systemClock.seconds(),
      },
    },
  ];
}

export const assignmentChange = (assignment: Omit<Assignment, "id">): Change => ({
  op: "put",
  kind: "assignment",
  value: { id: assignmentId(assignment), ...assignment },
});
