import { type BenchContext, CODE_FLOW_WARM_UP } from "../bench-context.ts";
import { PORTAL } from "../code-flow-population.ts";
import {
  type CodeFlowSubject,
  createLicetOnPostgres,
  createOidcProviderOnPostgres,
} from "../code-flow-subject.ts";
import { createAuthorizationLoad } from "../loads/code-flow-loads.ts";
import { interleave, type SubjectLoad } from "../loads/interleave.ts";
import { createRatioVerdict } from "../report/create-ratio-verdict.ts";
import type { RowResult } from "../report/result.ts";

const WORK = "authorization";

/** The authorization request of a user who is signed in and has agreed before is answered with a code. */
export async function measureAuthorization(context: BenchContext): Promise<RowResult> {
  const postgres = await context.databases.postgres();
  const createSubjectLoad = (subject: CodeFlowSubject): SubjectLoad => ({
    subject,
    load: async () => createAuthorizationLoad(subject, PORTAL),
    warmUp: CODE_FLOW_WARM_UP,
  });
  const subjects = await interleave(context, WORK, [
    createSubjectLoad(await createLicetOnPostgres(postgres)),
    createSubjectLoad(await createOidcProviderOnPostgres(postgres)),
  ]);
  return {
    rates: [
      {
        work: WORK,
        title: "authorization request of a signed-in user who agreed before, PostgreSQL",
        subjects,
      },
    ],
    verdicts: [createRatioVerdict(WORK, subjects, "Licet", "oidc-provider")],
  };
}
