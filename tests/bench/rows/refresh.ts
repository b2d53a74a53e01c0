import { type BenchContext, CODE_FLOW_TARGET, CODE_FLOW_WARM_UP } from "../bench-context.ts";
import { DESKTOP } from "../code-flow-population.ts";
import {
  type CodeFlowSubject,
  createCodeFlowLicet,
  createCodeFlowOidcProvider,
} from "../code-flow-subject.ts";
import { createRefreshLoad } from "../loads/code-flow-loads.ts";
import { interleave, type SubjectLoad } from "../loads/interleave.ts";
import { createCpuRatioVerdict } from "../report/cost-verdicts.ts";
import type { RowResult } from "../report/result.ts";

const WORK = "refresh";
/** Fewer than for the other rows: every refresh chain begins with the exchange of a code. */
const WARM_UP = { ...CODE_FLOW_WARM_UP, requests: 4_000 } as const;

/** A refresh token is exchanged for new tokens and its successor. */
export async function measureRefresh(context: BenchContext): Promise<RowResult> {
  const createSubjectLoad = (subject: CodeFlowSubject): SubjectLoad => ({
    subject,
    load: (server) => createRefreshLoad(subject, server, DESKTOP),
    warmUp: WARM_UP,
  });
  const subjects = await interleave(context, WORK, [
    createSubjectLoad(await createCodeFlowLicet(context.databases)),
    createSubjectLoad(await createCodeFlowOidcProvider(context.databases)),
  ]);
  return {
    rates: [{ work: WORK, title: "refresh with rotation, PostgreSQL", subjects }],
    verdicts: [createCpuRatioVerdict(WORK, subjects, "Licet", "oidc-provider", CODE_FLOW_TARGET)],
  };
}
