import { type BenchContext, CODE_FLOW_TARGET, CODE_FLOW_WARM_UP } from "../bench-context.ts";
import { type CodeFlowApplication, DESKTOP, ELLIPTIC_PORTAL, PORTAL } from "../code-flow-population.ts";
import {
  type CodeFlowSubject,
  createCodeFlowLicet,
  createCodeFlowOidcProvider,
} from "../code-flow-subject.ts";
import { createCodeLoad } from "../loads/code-flow-loads.ts";
import { interleave, type SubjectLoad } from "../loads/interleave.ts";
import { createCpuRatioVerdict } from "../report/cost-verdicts.ts";
import type { RowResult, Target } from "../report/result.ts";
import { supportsWorkers } from "../subject.ts";

const WORK = "code_exchange";
const ELLIPTIC = ", ES256";
const OFFLINE = ", offline";

/**
 * A code is exchanged for an access token and an ID token, in RS256 and in ES256; with --full also for a refresh token.
 * With two workers every second code comes to the one that did not issue it, which has to read it.
 */
export async function measureCodeExchange(context: BenchContext): Promise<RowResult> {
  const { databases, full } = context;
  const licet = await createCodeFlowLicet(databases);
  const twoWorkers = supportsWorkers() ? [await createCodeFlowLicet(databases, 2)] : [];
  const other = await createCodeFlowOidcProvider(databases);
  const createSubjectLoad = (subject: CodeFlowSubject, application: CodeFlowApplication): SubjectLoad => ({
    subject,
    ...nameLoad(subject, application),
    load: (server) => createCodeLoad(subject, server, application),
    warmUp: CODE_FLOW_WARM_UP,
  });
  const subjects = await interleave(context, WORK, [
    createSubjectLoad(licet, PORTAL),
    createSubjectLoad(other, PORTAL),
    createSubjectLoad(licet, ELLIPTIC_PORTAL),
    ...twoWorkers.map((subject) => createSubjectLoad(subject, ELLIPTIC_PORTAL)),
    createSubjectLoad(other, ELLIPTIC_PORTAL),
    ...(full ? [createSubjectLoad(licet, DESKTOP), createSubjectLoad(other, DESKTOP)] : []),
  ]);
  const judge = (name: string, variant: string, target?: Target) =>
    createCpuRatioVerdict(WORK, subjects, name + variant, other.name + variant, target);
  return {
    rates: [{ work: WORK, title: "exchange of an authorization code, PostgreSQL", subjects }],
    verdicts: [
      judge(licet.name, "", CODE_FLOW_TARGET),
      judge(licet.name, ELLIPTIC, CODE_FLOW_TARGET),
      ...twoWorkers.map(({ name }) => judge(name, ELLIPTIC, CODE_FLOW_TARGET)),
      ...(full ? [judge(licet.name, OFFLINE)] : []),
    ],
  };
}

function nameLoad({ name }: CodeFlowSubject, application: CodeFlowApplication): Partial<SubjectLoad> {
  if (application.refreshes) return { name: name + OFFLINE, note: "also issues a refresh token" };
  if (application.idTokenAlgorithm === "ES256") return { name: name + ELLIPTIC, note: "ID tokens in ES256" };
  return { note: "ID tokens in RS256" };
}
