import { ACTIVE_APPLICATIONS, APPLICATIONS, type BenchContext } from "../bench-context.ts";
import { createFloor, createLicet, createOidcProvider, type TokenContestant } from "../contestant.ts";
import { type Entrant, interleave } from "../interleave.ts";
import { spreadApplications } from "../population.ts";
import { ratioVerdict } from "../ratio-verdict.ts";
import type { RowResult } from "../result.ts";
import { createIntrospectionLoad } from "../token-loads.ts";

const WORK = "introspection";
/** About as many as one round asks for, so that remembering verified tokens would not pass for verifying them. */
const TOKENS = 20_000;

export async function measureIntrospection(context: BenchContext): Promise<RowResult> {
  const callers = spreadApplications(APPLICATIONS, ACTIVE_APPLICATIONS);
  const enter = (contestant: TokenContestant): Entrant => ({
    contestant,
    load: (server) => createIntrospectionLoad(contestant, server, callers, TOKENS),
  });
  const contenders = await interleave(context, WORK, [
    enter(createFloor(APPLICATIONS)),
    enter(createLicet(await context.databases.applications(APPLICATIONS))),
    {
      ...enter(createOidcProvider(APPLICATIONS)),
      note: "refuses JWTs here: finds an opaque token in its memory and verifies no signature",
    },
  ]);
  return {
    rates: [{ work: WORK, title: "introspection of a JWT access token", contenders }],
    verdicts: [
      ratioVerdict(WORK, contenders, "Licet", "floor", { atLeast: 0.75 }),
      ratioVerdict(WORK, contenders, "Licet", "oidc-provider"),
    ],
  };
}
