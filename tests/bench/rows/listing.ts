import type { BenchContext } from "../bench-context.ts";
import { permissions } from "../contents.ts";
import {
  createListPermissionsLoad,
  createListSubjectsLoad,
  fetchAuthorization,
} from "../loads/check-loads.ts";
import { interleave } from "../loads/interleave.ts";
import { eachUser } from "../permission-population.ts";
import { createCpuVerdict } from "../report/cost-verdicts.ts";
import type { RowResult } from "../report/result.ts";
import { createLicet } from "../subject.ts";

const WORK = "listing";
const WARM_UP = { requests: 3_000, seconds: 20 } as const;

/** The first page of the permissions of a user, and of the users with a permission. */
export async function measureListing(context: BenchContext): Promise<RowResult> {
  const licet = createLicet(await context.databases.inFolder(permissions(context.users)));
  const subjects = await interleave(context, WORK, [
    {
      subject: licet,
      name: "list/permissions",
      load: async (server) =>
        createListPermissionsLoad(
          await fetchAuthorization(licet, server),
          eachUser(context.users, (user) => user),
        ),
      warmUp: WARM_UP,
      note: "about 30 permissions in each answer",
    },
    {
      subject: licet,
      name: "list/subjects",
      load: async (server) => createListSubjectsLoad(await fetchAuthorization(licet, server)),
      warmUp: WARM_UP,
      note: "100 users in each answer",
    },
  ]);
  return {
    rates: [{ work: WORK, title: "lists of the permission API, first page", subjects }],
    verdicts: [
      // Half of what a page took when the target was set.
      createCpuVerdict(WORK, "a page of list/permissions", subjects, "list/permissions", { atMost: 365 }),
      createCpuVerdict(WORK, "a page of list/subjects", subjects, "list/subjects", { atMost: 1_000 }),
    ],
  };
}
