import { type BenchContext, CODE_FLOW_WARM_UP } from "../bench-context.ts";
import {
  type CodeFlowContestant,
  createLicetOnPostgres,
  createOidcProviderOnPostgres,
} from "../code-flow-contestant.ts";
import { createAuthorizationLoad } from "../code-flow-loads.ts";
import { PORTAL } from "../code-flow-population.ts";
import { type Entrant, interleave } from "../interleave.ts";
import { ratioVerdict } from "../ratio-verdict.ts";
import type { RowResult } from "../result.ts";

const WORK = "authorization";

/** Somebody who is signed in and agreed before comes from an application, and goes back with a code. */
export async function measureAuthorization(context: BenchContext): Promise<RowResult> {
  const postgres = await context.databases.postgres();
  const enter = (contestant: CodeFlowContestant): Entrant => ({
    contestant,
    load: async () => createAuthorizationLoad(contestant, PORTAL),
    warmUp: CODE_FLOW_WARM_UP,
  });
  const contenders = await interleave(context, WORK, [
    enter(await createLicetOnPostgres(postgres)),
    enter(await createOidcProviderOnPostgres(postgres)),
  ]);
  return {
    rates: [
      {
        work: WORK,
        title: "authorization request of a signed-in user who agreed before, PostgreSQL",
        contenders,
      },
    ],
    verdicts: [ratioVerdict(WORK, contenders, "Licet", "oidc-provider")],
  };
}
