import { type BenchContext, CODE_FLOW_TARGET, CODE_FLOW_WARM_UP } from "../bench-context.ts";
import { PORTAL } from "../code-flow-population.ts";
import {
  type CodeFlowSubject,
  createCodeFlowLicet,
  createCodeFlowOidcProvider,
} from "../code-flow-subject.ts";
import { createAuthorizationLoad } from "../loads/code-flow-loads.ts";
import { interleave, type SubjectLoad } from "../loads/interleave.ts";
import { createCpuRatioVerdict } from "../report/cost-verdicts.ts";
import type { RowResult } from "../report/result.ts";

const WORK = "authorization";

/** The authorization request of a user who is signed in and has agreed before is answered with a code. */
export async function measureAuthorization(context: BenchContext): Promise<RowResult> {
  const createSubjectLoad = (subject: CodeFlowSubject): SubjectLoad => ({
    subject,
    load: async () => createAuthorizationLoad(subject, PORTAL),
    warmUp: CODE_FLOW_WARM_UP,
  });
  const subjects = await interleave(context, WORK, [
    createSubjectLoad(await createCodeFlowLicet(context.databases)),
    createSubjectLoad(await createCodeFlowOidcProvider(context.databases)),
  ]);
  return {
    rates: [
      {
        work: WORK,
        title: "authorization request of a signed-in user who agreed before, PostgreSQL",
        subjects,
      },
    ],
    verdicts: [createCpuRatioVerdict(WORK, subjects, "Licet", "oidc-provider", CODE_FLOW_TARGET)],
  };
}
