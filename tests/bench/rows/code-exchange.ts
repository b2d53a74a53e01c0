import { type BenchContext, CODE_FLOW_WARM_UP } from "../bench-context.ts";
import { type CodeFlowApplication, DESKTOP, ELLIPTIC_PORTAL, PORTAL } from "../code-flow-population.ts";
import {
  type CodeFlowSubject,
  createLicetOnPostgres,
  createOidcProviderOnPostgres,
} from "../code-flow-subject.ts";
import { createCodeLoad } from "../loads/code-flow-loads.ts";
import { interleave, type SubjectLoad } from "../loads/interleave.ts";
import { createRatioVerdict } from "../report/create-ratio-verdict.ts";
import type { RowResult } from "../report/result.ts";

const WORK = "code_exchange";
const ELLIPTIC = ", ES256";
const OFFLINE = ", offline";

/** A code is exchanged for an access token and an ID token, in RS256 and in ES256; with --full also for a refresh token. */
export async function measureCodeExchange(context: BenchContext): Promise<RowResult> {
  const postgres = await context.databases.postgres();
  const licet = await createLicetOnPostgres(postgres);
  const other = await createOidcProviderOnPostgres(postgres);
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
    createSubjectLoad(other, ELLIPTIC_PORTAL),
    ...(context.full ? [createSubjectLoad(licet, DESKTOP), createSubjectLoad(other, DESKTOP)] : []),
  ]);
  return {
    rates: [{ work: WORK, title: "exchange of an authorization code, PostgreSQL", subjects }],
    verdicts: [
      createRatioVerdict(WORK, subjects, "Licet", "oidc-provider", { atLeast: 2 }),
      createRatioVerdict(WORK, subjects, `Licet${ELLIPTIC}`, `oidc-provider${ELLIPTIC}`, { atLeast: 2 }),
      ...(context.full
        ? [createRatioVerdict(WORK, subjects, `Licet${OFFLINE}`, `oidc-provider${OFFLINE}`)]
        : []),
    ],
  };
}

function nameLoad({ name }: CodeFlowSubject, application: CodeFlowApplication): Partial<SubjectLoad> {
  if (application.refreshes) return { name: name + OFFLINE, note: "also issues a refresh token" };
  if (application.idTokenAlgorithm === "ES256") return { name: name + ELLIPTIC, note: "ID tokens in ES256" };
  return { note: "ID tokens in RS256" };
}
