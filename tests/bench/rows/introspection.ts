import { ACTIVE_APPLICATIONS, APPLICATIONS, type BenchContext } from "../bench-context.ts";
import { applications } from "../contents.ts";
import { interleave, type SubjectLoad } from "../loads/interleave.ts";
import { createIntrospectionLoad } from "../loads/token-loads.ts";
import { spreadApplications } from "../population.ts";
import { createCpuRatioVerdict } from "../report/cost-verdicts.ts";
import type { RowResult } from "../report/result.ts";
import { createFloor, createLicet, createOidcProvider, type TokenSubject } from "../subject.ts";

const WORK = "introspection";
/** About as many as the requests of a round, so that a cache of verified tokens would not make a subject look faster. */
const TOKENS = 20_000;

export async function measureIntrospection(context: BenchContext): Promise<RowResult> {
  const callers = spreadApplications(APPLICATIONS, ACTIVE_APPLICATIONS);
  const createSubjectLoad = (subject: TokenSubject): SubjectLoad => ({
    subject,
    load: (server) => createIntrospectionLoad(subject, server, callers, TOKENS),
  });
  const subjects = await interleave(context, WORK, [
    createSubjectLoad(createFloor(APPLICATIONS)),
    createSubjectLoad(createLicet(await context.databases.inFolder(applications(APPLICATIONS)))),
    {
      ...createSubjectLoad(createOidcProvider(APPLICATIONS)),
      note: "refuses JWTs here: finds an opaque token in its memory and verifies no signature",
    },
  ]);
  return {
    rates: [{ work: WORK, title: "introspection of a JWT access token", subjects }],
    verdicts: [
      createCpuRatioVerdict(WORK, subjects, "Licet", "floor", { atMost: 1.2 }),
      createCpuRatioVerdict(WORK, subjects, "Licet", "oidc-provider"),
    ],
  };
}
