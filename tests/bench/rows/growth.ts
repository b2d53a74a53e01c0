import { ACTIVE_APPLICATIONS, type BenchContext } from "../bench-context.ts";
import { applications } from "../contents.ts";
import { interleave, type SubjectLoad } from "../loads/interleave.ts";
import { createTokenLoad } from "../loads/token-loads.ts";
import { spreadApplications } from "../population.ts";
import { createCpuRatioVerdict } from "../report/cost-verdicts.ts";
import type { RowResult } from "../report/result.ts";
import { createLicet } from "../subject.ts";

const WORK = "growth";
const FEW = 1_000;
/** More callers would only need more memory in the load generator. */
const MOST_CALLERS = 100_000;

/** The cost must not depend on the number of applications. For information, it is also measured when all of them call. */
export async function measureGrowth(context: BenchContext): Promise<RowResult> {
  const many = context.manyApplications;
  const few = await createSubjectLoad(context, FEW, ACTIVE_APPLICATIONS);
  const large = await createSubjectLoad(context, many, ACTIVE_APPLICATIONS);
  const everyone = await createSubjectLoad(context, many, Math.min(many, MOST_CALLERS));
  const subjects = [
    ...(await interleave(context, WORK, [few, large])),
    // Measured later, in a separate process: its cache misses would evict what the other load needs.
    ...(await interleave(context, WORK, [
      { ...everyone, note: "hardly any caller comes twice: shows the cost of a cache miss" },
    ])),
  ];
  return {
    rates: [
      { work: WORK, title: "client_credentials by number of applications, of which 1,000 call", subjects },
    ],
    verdicts: [createCpuRatioVerdict(WORK, subjects, large.subject.name, few.subject.name, { atMost: 1.05 })],
  };
}

async function createSubjectLoad(context: BenchContext, count: number, active: number): Promise<SubjectLoad> {
  const name =
    active === ACTIVE_APPLICATIONS
      ? `${abbreviate(count)} applications`
      : `${abbreviate(count)}, ${abbreviate(active)} calling`;
  const subject = createLicet(await context.databases.inFolder(applications(count)), { name });
  const callers = spreadApplications(count, active);
  return { subject, load: (server) => createTokenLoad(subject, server, callers) };
}

const abbreviate = (count: number): string => (count >= 1e6 ? `${count / 1e6} M` : `${count / 1e3} k`);
