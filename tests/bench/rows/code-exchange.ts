import { type BenchContext, CODE_FLOW_WARM_UP } from "../bench-context.ts";
import {
  type CodeFlowContestant,
  createLicetOnPostgres,
  createOidcProviderOnPostgres,
} from "../code-flow-contestant.ts";
import { createCodeLoad } from "../code-flow-loads.ts";
import { type CodeFlowApplication, DESKTOP, ELLIPTIC_PORTAL, PORTAL } from "../code-flow-population.ts";
import { type Entrant, interleave } from "../interleave.ts";
import { ratioVerdict } from "../ratio-verdict.ts";
import type { RowResult } from "../result.ts";

const WORK = "code_exchange";
const ELLIPTIC = ", ES256";
const OFFLINE = ", offline";

/** A code for an access token and an ID token, signed both ways; with --full also for a refresh token. */
export async function measureCodeExchange(context: BenchContext): Promise<RowResult> {
  const postgres = await context.databases.postgres();
  const licet = await createLicetOnPostgres(postgres);
  const other = await createOidcProviderOnPostgres(postgres);
  const enter = (contestant: CodeFlowContestant, application: CodeFlowApplication): Entrant => ({
    contestant,
    ...namedAfter(contestant, application),
    load: (server) => createCodeLoad(contestant, server, application),
    warmUp: CODE_FLOW_WARM_UP,
  });
  const contenders = await interleave(context, WORK, [
    enter(licet, PORTAL),
    enter(other, PORTAL),
    enter(licet, ELLIPTIC_PORTAL),
    enter(other, ELLIPTIC_PORTAL),
    ...(context.full ? [enter(licet, DESKTOP), enter(other, DESKTOP)] : []),
  ]);
  return {
    rates: [{ work: WORK, title: "exchange of an authorization code, PostgreSQL", contenders }],
    verdicts: [
      ratioVerdict(WORK, contenders, "Licet", "oidc-provider", { atLeast: 2 }),
      ratioVerdict(WORK, contenders, `Licet${ELLIPTIC}`, `oidc-provider${ELLIPTIC}`, { atLeast: 2 }),
      ...(context.full ? [ratioVerdict(WORK, contenders, `Licet${OFFLINE}`, `oidc-provider${OFFLINE}`)] : []),
    ],
  };
}

function namedAfter({ name }: CodeFlowContestant, application: CodeFlowApplication): Partial<Entrant> {
  if (application.refreshes) return { name: name + OFFLINE, note: "also issues a refresh token" };
  if (application.idTokenAlgorithm === "ES256") return { name: name + ELLIPTIC, note: "ID tokens in ES256" };
  return { note: "ID tokens in RS256" };
}
