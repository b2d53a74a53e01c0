/**
 * `seed-applications.ts APPLICATIONS`: applications that get their permissions from one role.
 */
import { applicationAt, RESOURCE, resourceServer } from "../population.ts";
import { assignmentChange, callerChanges } from "./caller-changes.ts";
import { openDatabase } from "./open-database.ts";
import { CLERK, ordersModelChanges } from "./orders-model.ts";

const APPLICATIONS_PER_COMMIT = 2_000;

const [applications] = process.argv.slice(2);
await seed(Number(applications));

async function seed(count: number): Promise<void> {
  const { commit, close, secrets } = await openDatabase();
  await commit([
    ...ordersModelChanges(),
    ...callerChanges(secrets, resourceServer, { serves: [RESOURCE.name] }),
  ]);
  for (let start = 0; start < count; start += APPLICATIONS_PER_COMMIT) {
    const length = Math.min(APPLICATIONS_PER_COMMIT, count - start);
    const callers = Array.from({ length }, (_, index) => applicationAt(start + index));
    await commit(
      callers.flatMap((caller) => [
        ...callerChanges(secrets, caller),
        assignmentChange({ principal: `application:${caller.clientId}`, role: CLERK }),
      ]),
    );
  }
  await close();
}
