import { type BenchContext, CODE_FLOW_WARM_UP } from "../bench-context.ts";
import {
  type CodeFlowContestant,
  createLicetOnPostgres,
  createOidcProviderOnPostgres,
} from "../code-flow-contestant.ts";
import { createCodeLoad } from "../code-flow-loads.ts";
import { type CodeFlowApplication, DESKTOP, PORTAL } from "../code-flow-population.ts";
import { type Entrant, interleave } from "../interleave.ts";
import { ratioVerdict } from "../ratio-verdict.ts";
import type { RowResult } from "../result.ts";

const WORK = "code_exchange";
const OFFLINE = ", offline";

/** A code for an access token and an ID token; with --full also for a refresh token. */
export async function measureCodeExchange(context: BenchContext): Promise<RowResult> {
  const postgres = await context.databases.postgres();
  const licet = await createLicetOnPostgres(postgres);
  const other = await createOidcProviderOnPostgres(postgres);
  const enter = (contestant: CodeFlowContestant, application: CodeFlowApplication): Entrant => ({
    contestant,
    ...(application.refreshes && { name: contestant.name + OFFLINE, note: "also issues a refresh token" }),
    load: (server) => createCodeLoad(contestant, server, application),
    warmUp: CODE_FLOW_WARM_UP,
  });
  const contenders = await interleave(context, WORK, [
    enter(licet, PORTAL),
    enter(other, PORTAL),
    ...(context.full ? [enter(licet, DESKTOP), enter(other, DESKTOP)] : []),
  ]);
  return {
    rates: [{ work: WORK, title: "exchange of an authorization code, PostgreSQL", contenders }],
    verdicts: [
      ratioVerdict(WORK, contenders, "Licet", "oidc-provider", { atLeast: 2 }),
      ...(context.full ? [ratioVerdict(WORK, contenders, `Licet${OFFLINE}`, `oidc-provider${OFFLINE}`)] : []),
    ],
  };
}
