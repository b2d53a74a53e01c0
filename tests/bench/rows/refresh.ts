import { type BenchContext, CODE_FLOW_WARM_UP } from "../bench-context.ts";
import {
  type CodeFlowContestant,
  createLicetOnPostgres,
  createOidcProviderOnPostgres,
} from "../code-flow-contestant.ts";
import { createRefreshLoad } from "../code-flow-loads.ts";
import { DESKTOP } from "../code-flow-population.ts";
import { type Entrant, interleave } from "../interleave.ts";
import { ratioVerdict } from "../ratio-verdict.ts";
import type { RowResult } from "../result.ts";

const WORK = "refresh";
/** Every family begins with a code. */
const WARM_UP = { ...CODE_FLOW_WARM_UP, requests: 4_000 } as const;

/** A refresh token for new tokens and its successor. */
export async function measureRefresh(context: BenchContext): Promise<RowResult> {
  const postgres = await context.databases.postgres();
  const enter = (contestant: CodeFlowContestant): Entrant => ({
    contestant,
    load: (server) => createRefreshLoad(contestant, server, DESKTOP),
    warmUp: WARM_UP,
  });
  const contenders = await interleave(context, WORK, [
    enter(await createLicetOnPostgres(postgres)),
    enter(await createOidcProviderOnPostgres(postgres)),
  ]);
  return {
    rates: [{ work: WORK, title: "refresh with rotation, PostgreSQL", contenders }],
    verdicts: [ratioVerdict(WORK, contenders, "Licet", "oidc-provider")],
  };
}
