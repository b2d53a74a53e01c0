import { ACTIVE_APPLICATIONS, APPLICATIONS, type BenchContext } from "../bench-context.ts";
import { applications } from "../contents.ts";
import { interleave, type SubjectLoad } from "../loads/interleave.ts";
import { createTokenLoad } from "../loads/token-loads.ts";
import { spreadApplications } from "../population.ts";
import { createCpuRatioVerdict } from "../report/cost-verdicts.ts";
import type { RowResult } from "../report/result.ts";
import {
  createFloor,
  createLicet,
  createLicetOnPostgres,
  createOidcProvider,
  type TokenSubject,
} from "../subject.ts";

const WORK = "client_credentials";
const OF_FLOOR = { atMost: 1.4 } as const;
const OF_OIDC_PROVIDER = { atMost: 0.65 } as const;

/** Applications request three scopes, of which one is refused. */
export async function measureClientCredentials(context: BenchContext): Promise<RowResult> {
  const { databases } = context;
  const content = applications(APPLICATIONS);
  const callers = spreadApplications(APPLICATIONS, ACTIVE_APPLICATIONS);
  const createSubjectLoad = (subject: TokenSubject): SubjectLoad => ({
    subject,
    load: (server) => createTokenLoad(subject, server, callers),
  });
  const licets = [
    createLicet(await databases.inFolder(content)),
    await createLicetOnPostgres(databases, content),
  ];
  const subjects = await interleave(context, WORK, [
    createSubjectLoad(createFloor(APPLICATIONS)),
    ...licets.map(createSubjectLoad),
    createSubjectLoad(createOidcProvider(APPLICATIONS)),
  ]);
  return {
    rates: [{ work: WORK, title: "client_credentials, three scopes of which one is refused", subjects }],
    verdicts: licets.flatMap(({ name }) => [
      createCpuRatioVerdict(WORK, subjects, name, "floor", OF_FLOOR),
      createCpuRatioVerdict(WORK, subjects, name, "oidc-provider", OF_OIDC_PROVIDER),
    ]),
  };
}
