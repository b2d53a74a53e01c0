import { ACTIVE_APPLICATIONS, APPLICATIONS, type BenchContext } from "../bench-context.ts";
import { interleave, type SubjectLoad } from "../loads/interleave.ts";
import { createTokenLoad } from "../loads/token-loads.ts";
import { spreadApplications } from "../population.ts";
import { ratioVerdict } from "../report/ratio-verdict.ts";
import type { RowResult } from "../report/result.ts";
import { createFloor, createLicet, createOidcProvider, type TokenSubject } from "../subject.ts";

const WORK = "client_credentials";

/** Three scopes, of which one is refused. */
export async function measureClientCredentials(context: BenchContext): Promise<RowResult> {
  const callers = spreadApplications(APPLICATIONS, ACTIVE_APPLICATIONS);
  const enter = (subject: TokenSubject): SubjectLoad => ({
    subject,
    load: (server) => createTokenLoad(subject, server, callers),
  });
  const subjects = await interleave(context, WORK, [
    enter(createFloor(APPLICATIONS)),
    enter(createLicet(await context.databases.applications(APPLICATIONS))),
    enter(createOidcProvider(APPLICATIONS)),
  ]);
  return {
    rates: [{ work: WORK, title: "client_credentials, three scopes of which one is refused", subjects }],
    verdicts: [
      ratioVerdict(WORK, subjects, "Licet", "floor", { atLeast: 0.8 }),
      ratioVerdict(WORK, subjects, "Licet", "oidc-provider", { atLeast: 1.7 }),
    ],
  };
}
