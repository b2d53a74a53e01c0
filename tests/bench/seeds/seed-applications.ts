/**
 * `seed.ts DATA_FOLDER APPLICATIONS`: fills a new database through the server's own storage, with secrets hashed as
 * the server hashes them. The applications get their rights through a role, as many of the same kind would.
 */
import { join } from "node:path";
import type { Application } from "../../packages/server/src/accounts/entities.ts";
import { createSecretHasher, secretHint } from "../../packages/server/src/accounts/secret.ts";
import { deriveKey } from "../../packages/server/src/core/derive-key.ts";
import { ID_PREFIXES } from "../../packages/server/src/core/ids.ts";
import { systemClock } from "../../packages/server/src/core/time.ts";
import { assignmentId } from "../../packages/server/src/permissions/assignment-id.ts";
import type { Change } from "../../packages/server/src/state/change.ts";
import { openStorage } from "../../packages/server/src/storage/open-storage.ts";
import { LICET_SECRET } from "./contestant.ts";
import { applicationAt, type Caller, GRANTED, REFUSED, RESOURCE, resourceServer } from "./population.ts";

const ROLE = "clerk";
const APPLICATIONS_PER_COMMIT = 2_000;
const secrets = createSecretHasher(deriveKey(LICET_SECRET, "client secrets"));

const [dataFolder = ".", applications = "0"] = process.argv.slice(2);
await seed(dataFolder, Number(applications));

async function seed(folder: string, count: number): Promise<void> {
  const storage = await openStorage({
    databaseUrl: `sqlite:${join(folder, "licet.db")}`,
    clock: systemClock,
    exclusive: true,
  });
  const commit = (changes: readonly Change[]) =>
    storage.state.commit(changes, { name: "bench", at: systemClock.milliseconds() });

  await commit([...describeModel(), ...describeCaller(resourceServer, { serves: [RESOURCE.name] })]);
  for (let start = 0; start < count; start += APPLICATIONS_PER_COMMIT) {
    const length = Math.min(APPLICATIONS_PER_COMMIT, count - start);
    const callers = Array.from({ length }, (_, index) => applicationAt(start + index));
    await commit(callers.flatMap((caller) => [...describeCaller(caller), describeAssignment(caller)]));
  }
  await storage.close();
}

/** The refused scope exists, but nobody holds it: the usual refusal, not an unknown name. */
function describeModel(): Change[] {
  const actions = [...GRANTED, REFUSED].map((permission) => permission.slice(RESOURCE.name.length + 1));
  return [
    {
      op: "put",
      kind: "resource",
      value: {
        ...RESOURCE,
        signingAlgorithm: "ES256",
        actions: Object.fromEntries(actions.map((action) => [action, { description: { en: action } }])),
      },
    },
    {
      op: "put",
      kind: "role",
      value: { name: ROLE, inherits: [], grants: GRANTED.map((permission) => ({ permission })) },
    },
  ];
}

function describeCaller(
  { clientId, clientSecret }: Caller,
  { serves }: Pick<Application, "serves"> = { serves: [] },
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
    serves,
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

function describeAssignment({ clientId }: Caller): Change {
  const assignment = { principal: `application:${clientId}`, role: ROLE } as const;
  return { op: "put", kind: "assignment", value: { id: assignmentId(assignment), ...assignment } };
}
