/** `seed-code-flow.ts`: signed-in users with permissions, who have agreed to what the applications request. */

import { systemClock } from "@licet/engine/internal/values/time.ts";
import type { Application } from "../../../packages/server/src/accounts/entities.ts";
import { passwordStamp } from "../../../packages/server/src/accounts/passwords/password-stamp.ts";
import { hashToken } from "../../../packages/server/src/accounts/random-token.ts";
import type { SecretHasher } from "../../../packages/server/src/accounts/secret.ts";
import { generateId } from "../../../packages/server/src/core/values/ids.ts";
import type { Change } from "../../../packages/server/src/directory/change.ts";
import {
  CODE_FLOW_APPLICATIONS,
  type CodeFlowApplication,
  cookieToken,
  eachSignedInUser,
  SIGNED_IN_USERS,
  signedInUserId,
} from "../code-flow-population.ts";
import { GRANTED } from "../population.ts";
import { assignmentChange, callerChanges } from "./caller-changes.ts";
import { openDatabase } from "./open-database.ts";
import { CLERK, ordersModelChanges } from "./orders-model.ts";

const DAY = 86_400;

await seed();

async function seed(): Promise<void> {
  const { storage, commit, close, secrets } = await openDatabase();
  const { state, sessions, consents } = storage;
  await commit([
    ...ordersModelChanges(),
    ...CODE_FLOW_APPLICATIONS.flatMap((each) => applicationChanges(secrets, each)),
    ...userChanges(),
  ]);
  const now = systemClock.seconds();
  const consent = { agreed: true, revision: await state.revision(), decidedAt: now, expiresAt: now + DAY };
  for (let user = 0; user < SIGNED_IN_USERS; user++) {
    const userId = signedInUserId(user);
    const session = {
      id: generateId("session"),
      userId,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: now + DAY,
      authentication: { time: now, acr: "1", amr: ["pwd"] },
      passwordStamp: passwordStamp({}),
      ip: "127.0.0.1",
      userAgent: "bench",
    };
    await sessions.start(session, hashToken(cookieToken("session", user)), undefined);
    for (const { clientId, scopes } of CODE_FLOW_APPLICATIONS) {
      const items = scopes.map((scope) => ({ scope, ...consent }));
      await consents.remember(userId, clientId, items);
    }
  }
  await close();
}

/** Every scope needs consent, so that the earlier consent of the user is looked up. */
function applicationChanges(secrets: SecretHasher, caller: CodeFlowApplication): Change[] {
  const more: Partial<Application> = {
    type: "web",
    redirectUris: [caller.redirectUri],
    idTokenAlgorithm: caller.idTokenAlgorithm,
    delegated: GRANTED.map((scope) => ({ scope, consent: "required" })),
  };
  return callerChanges(secrets, caller, more);
}

function userChanges(): Change[] {
  return eachSignedInUser((user): Change[] => {
    const id = signedInUserId(user);
    return [
      {
        op: "put",
        kind: "user",
        value: { id, username: `signed-in-user-${user}`, enabled: true, attributes: {} },
      },
      assignmentChange({ principal: `user:${id}`, role: CLERK }),
    ];
  }).flat();
}
