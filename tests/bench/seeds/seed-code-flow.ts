/** With BENCH_DATABASE_URL: people who are signed in, have permissions, and have agreed to what applications ask. */
import type { Application } from "../../../packages/server/src/accounts/entities.ts";
import { passwordStamp } from "../../../packages/server/src/accounts/passwords/password-stamp.ts";
import { hashToken } from "../../../packages/server/src/accounts/random-token.ts";
import type { SecretHasher } from "../../../packages/server/src/accounts/secret.ts";
import { generateId } from "../../../packages/server/src/core/ids.ts";
import { systemClock } from "../../../packages/server/src/core/time.ts";
import type { Change } from "../../../packages/server/src/state/change.ts";
import { testHashName } from "../../../packages/server/src/state/testing/hash-name.ts";
import { openStorage, type Storage } from "../../../packages/server/src/storage/open-storage.ts";
import {
  CODE_FLOW_APPLICATIONS,
  type CodeFlowApplication,
  cookieToken,
  eachPerson,
  personId,
  SIGNED_IN_USERS,
} from "../code-flow-population.ts";
import { GRANTED } from "../population.ts";
import { describeAssignment, describeCaller } from "./caller-changes.ts";
import { openSecrets } from "./open-secrets.ts";
import { CLERK, describeModel } from "./orders-model.ts";

const DAY = 86_400;

const databaseUrl = String(process.env.BENCH_DATABASE_URL);
const storage = await openStorage({ databaseUrl, clock: systemClock, hashName: testHashName });
await seed(storage).finally(() => storage.close());

async function seed(storage: Storage): Promise<void> {
  const { state, sessions, consents } = storage;
  const secrets = await openSecrets(storage);
  await state.commit(
    [
      ...describeModel(),
      ...CODE_FLOW_APPLICATIONS.flatMap((each) => describeApplication(secrets, each)),
      ...describePeople(),
    ],
    { name: "bench", at: systemClock.milliseconds() },
  );
  const now = systemClock.seconds();
  const said = { agreed: true, revision: await state.revision(), decidedAt: now, expiresAt: now + DAY };
  for (let person = 0; person < SIGNED_IN_USERS; person++) {
    const userId = personId(person);
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
    await sessions.start(session, hashToken(cookieToken("session", person)), undefined);
    for (const { clientId, scopes } of CODE_FLOW_APPLICATIONS) {
      const items = scopes.map((scope) => ({ scope, ...said }));
      await consents.remember(userId, clientId, items);
    }
  }
}

/** The user is asked for everything, so that what they agreed to before is looked up. */
function describeApplication(secrets: SecretHasher, caller: CodeFlowApplication): Change[] {
  const more: Partial<Application> = {
    type: "web",
    redirectUris: [caller.redirectUri],
    idTokenAlgorithm: caller.idTokenAlgorithm,
    delegated: GRANTED.map((scope) => ({ scope, consent: "required" })),
  };
  return describeCaller(secrets, caller, more);
}

function describePeople(): Change[] {
  return eachPerson((person): Change[] => {
    const id = personId(person);
    return [
      { op: "put", kind: "user", value: { id, username: `person-${person}`, enabled: true, attributes: {} } },
      describeAssignment({ principal: `user:${id}`, role: CLERK }),
    ];
  }).flat();
}
