import { ACTIVE_APPLICATIONS, type BenchContext } from "../bench-context.ts";
import { interleave, type SubjectLoad } from "../loads/interleave.ts";
import { createTokenLoad } from "../loads/token-loads.ts";
import { spreadApplications } from "../population.ts";
import { ratioVerdict } from "../report/ratio-verdict.ts";
import type { RowResult } from "../report/result.ts";
import { createLicet } from "../subject.ts";

const WORK = "growth";
const FEW = 1_000;
/** More different callers than this add nothing but memory of the generator. */
const MOST_CALLERS = 100_000;

/** The same rate whatever the number of applications; and, for information, when all of them call at once. */
export async function measureGrowth(context: BenchContext): Promise<RowResult> {
  const many = context.manyApplications;
  const few = await enter(context, FEW, ACTIVE_APPLICATIONS);
  const large = await enter(context, many, ACTIVE_APPLICATIONS);
  const everyone = await enter(context, many, Math.min(many, MOST_CALLERS));
  const subjects = [
    ...(await interleave(context, WORK, [few, large])),
    // Afterwards and in a process of its own: its misses would empty the caches that the other load relies on.
    ...(await interleave(context, WORK, [
      { ...everyone, note: "hardly any caller comes twice: shows the cost of a cache miss" },
    ])),
  ];
  return {
    rates: [
      { work: WORK, title: "client_credentials by number of applications, of which 1,000 call", subjects },
    ],
    verdicts: [ratioVerdict(WORK, subjects, large.subject.name, few.subject.name, { atLeast: 0.95 })],
  };
}

async function enter(context: BenchContext, applications: number, active: number): Promise<SubjectLoad> {
  const name =
    active === ACTIVE_APPLICATIONS
      ? `${short(applications)} applications`
      : `${short(applications)}, ${short(active)} calling`;
  const subject = createLicet(await context.databases.applications(applications), name);
  const callers = spreadApplications(applications, active);
  return { subject, load: (server) => createTokenLoad(subject, server, callers) };
}

const short = (count: number): string => (count >= 1e6 ? `${count / 1e6} M` : `${count / 1e3} k`);
