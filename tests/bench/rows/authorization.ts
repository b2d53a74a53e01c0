import { type BenchContext, CODE_FLOW_WARM_UP } from "../bench-context.ts";
import { PORTAL } from "../code-flow-population.ts";
import {
  type CodeFlowSubject,
  createLicetOnPostgres,
  createOidcProviderOnPostgres,
} from "../code-flow-subject.ts";
import { createAuthorizationLoad } from "../loads/code-flow-loads.ts";
import { interleave, type SubjectLoad } from "../loads/interleave.ts";
import { ratioVerdict } from "../report/ratio-verdict.ts";
import type { RowResult } from "../report/result.ts";

const WORK = "authorization";

/** A user who is signed in and agreed before comes from an application, and goes back with a code. */
export async function measureAuthorization(context: BenchContext): Promise<RowResult> {
  const postgres = await context.databases.postgres();
  const enter = (subject: CodeFlowSubject): SubjectLoad => ({
    subject,
    load: async () => createAuthorizationLoad(subject, PORTAL),
    warmUp: CODE_FLOW_WARM_UP,
  });
  const subjects = await interleave(context, WORK, [
    enter(await createLicetOnPostgres(postgres)),
    enter(await createOidcProviderOnPostgres(postgres)),
  ]);
  return {
    rates: [
      {
        work: WORK,
        title: "authorization request of a signed-in user who agreed before, PostgreSQL",
        subjects,
      },
    ],
    verdicts: [ratioVerdict(WORK, subjects, "Licet", "oidc-provider")],
  };
}
