/**
 * `seed-applications.ts DATA_FOLDER APPLICATIONS`: applications that get their rights through a role, as many of the
 * same kind would.
 */
import type { Change } from "../../../packages/server/src/state/change.ts";
import { applicationAt, GRANTED, REFUSED, RESOURCE, resourceServer } from "../population.ts";
import { describeAssignment, describeCaller } from "./caller-changes.ts";
import { openDatabase } from "./open-database.ts";

const ROLE = "clerk";
const APPLICATIONS_PER_COMMIT = 2_000;

const [dataFolder = ".", applications = "0"] = process.argv.slice(2);
await seed(dataFolder, Number(applications));

async function seed(folder: string, count: number): Promise<void> {
  const { commit, close } = await openDatabase(folder);
  await commit([...describeModel(), ...describeCaller(resourceServer, { serves: [RESOURCE.name] })]);
  for (let start = 0; start < count; start += APPLICATIONS_PER_COMMIT) {
    const length = Math.min(APPLICATIONS_PER_COMMIT, count - start);
    const callers = Array.from({ length }, (_, index) => applicationAt(start + index));
    await commit(
      callers.flatMap((caller) => [
        ...describeCaller(caller),
        describeAssignment({ principal: `application:${caller.clientId}`, role: ROLE }),
      ]),
    );
  }
  await close();
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
