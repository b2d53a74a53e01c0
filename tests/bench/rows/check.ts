import type { BenchContext } from "../bench-context.ts";
import { permissions } from "../contents.ts";
import {
  createBatchLoad,
  createCheckLoad,
  createEchoLoad,
  fetchAuthorization,
} from "../loads/check-loads.ts";
import { interleave, type SubjectLoad } from "../loads/interleave.ts";
import { createDeniedQuestions, createQuestions } from "../permission-population.ts";
import { createCpuRatioVerdict, createCpuVerdict, createTailRatioVerdict } from "../report/cost-verdicts.ts";
import type { Load } from "../report/measurement.ts";
import type { RowResult } from "../report/result.ts";
import { createEcho, createLicet, createLicetOnPostgres, type TokenSubject } from "../subject.ts";

const WORK = "check";
const BATCH = 50;
/** As long as an access token of Licet, so that all requests have the same size. */
const SOME_AUTHORIZATION = `Bearer ${"x".repeat(489)}`;

/** "May this user do that?", asked about every user in turn; half of the answers are denials. */
export async function measureCheck(context: BenchContext): Promise<RowResult> {
  const { users } = context;
  const licet = createLicet(await context.databases.inFolder(permissions(users)));
  const onPostgres = await createLicetOnPostgres(context.databases, permissions(users));
  const questions = createQuestions(users);
  // Every user once, so that all of them are in the cache, as in a server that has run for a while.
  const warmUp = { requests: Math.max(users, 30_000), seconds: 60, sampleEvery: 1 };
  const createSubjectLoad = (
    name: string,
    load: (authorization: string) => Load,
    subject: TokenSubject = licet,
  ): SubjectLoad => ({
    subject,
    name,
    load: async (server) => load(await fetchAuthorization(subject, server)),
    warmUp,
  });
  const subjects = await interleave(context, WORK, [
    { subject: createEcho(), load: async () => createEchoLoad(SOME_AUTHORIZATION, questions) },
    createSubjectLoad("Licet", (authorization) => createCheckLoad(authorization, questions)),
    createSubjectLoad(
      onPostgres.name,
      (authorization) => createCheckLoad(authorization, questions),
      onPostgres,
    ),
    createSubjectLoad("Licet, denials", (authorization) =>
      createCheckLoad(authorization, createDeniedQuestions(users)),
    ),
    {
      ...createSubjectLoad("Licet, batches", (authorization) =>
        createBatchLoad(authorization, questions, BATCH),
      ),
      warmUp: { requests: Math.max(users / BATCH, 3_000), seconds: 20, sampleEvery: 1 },
      workPerRequest: BATCH,
      note: `${BATCH} checks in each request`,
    },
  ]);
  return {
    rates: [{ work: WORK, title: `permission check, ${describeSize(users)}`, subjects }],
    verdicts: [
      createCpuRatioVerdict(WORK, subjects, "Licet", "echo", { atMost: 1.6 }),
      createCpuRatioVerdict(WORK, subjects, onPostgres.name, "Licet", { atMost: 1.15 }),
      createTailRatioVerdict(WORK, subjects, onPostgres.name, "Licet", { atMost: 2 }),
      createCpuRatioVerdict(WORK, subjects, "Licet, denials", "Licet"),
      createCpuVerdict(WORK, `one of ${BATCH} checks in a batch`, subjects, "Licet, batches", {
        atMost: 3.5,
      }),
    ],
  };
}

const describeSize = (users: number): string =>
  `${users.toLocaleString("en")} users, 1,000 roles, ${(users * 10).toLocaleString("en")} assignments`;
