import { ACTIVE_APPLICATIONS, APPLICATIONS, type BenchContext } from "../bench-context.ts";
import { interleave, type SubjectLoad } from "../loads/interleave.ts";
import { createTokenLoad } from "../loads/token-loads.ts";
import { spreadApplications } from "../population.ts";
import { createRatioVerdict } from "../report/create-ratio-verdict.ts";
import type { RowResult } from "../report/result.ts";
import { createFloor, createLicet, createOidcProvider, type TokenSubject } from "../subject.ts";

const WORK = "client_credentials";

/** Applications request three scopes, of which one is refused. */
export async function measureClientCredentials(context: BenchContext): Promise<RowResult> {
  const callers = spreadApplications(APPLICATIONS, ACTIVE_APPLICATIONS);
  const createSubjectLoad = (subject: TokenSubject): SubjectLoad => ({
    subject,
    load: (server) => createTokenLoad(subject, server, callers),
  });
  const subjects = await interleave(context, WORK, [
    createSubjectLoad(createFloor(APPLICATIONS)),
    createSubjectLoad(createLicet(await context.databases.applications(APPLICATIONS))),
    createSubjectLoad(createOidcProvider(APPLICATIONS)),
  ]);
  return {
    rates: [{ work: WORK, title: "client_credentials, three scopes of which one is refused", subjects }],
    verdicts: [
      createRatioVerdict(WORK, subjects, "Licet", "floor", { atLeast: 0.8 }),
      createRatioVerdict(WORK, subjects, "Licet", "oidc-provider", { atLeast: 1.7 }),
    ],
  };
}
