import type { BenchContext } from "../bench-context.ts";
import { applications, permissions } from "../contents.ts";
import { createCheckLoad, fetchAuthorization } from "../loads/check-loads.ts";
import { interleave, type SubjectLoad } from "../loads/interleave.ts";
import { createCpuRatioVerdict } from "../report/cost-verdicts.ts";
import type { PeerResult, RowResult } from "../report/result.ts";
import type { Rows } from "../rows/rows.ts";
import { createLicet, createLicetOnPostgres, type TokenSubject } from "../subject.ts";
import { hydra } from "./hydra.ts";
import { keycloak } from "./keycloak.ts";
import { openFga } from "./openfga.ts";
import { findProgram, type Peer } from "./peer.ts";
import { PEER_USERS, peerQuestions } from "./peer-checks.ts";
import { createPeerTokenLoad, PEER_CALLERS } from "./peer-tokens.ts";
import { runProgram } from "./run-program.ts";
import { spiceDb } from "./spicedb.ts";

/** The rows of `--peers`: Licet on both engines beside the services that are installed. */
export const PEER_ROWS: Rows = {
  async peers_tokens(context) {
    const content = applications(PEER_CALLERS.length);
    const licets = [
      createLicet(await context.databases.inFolder(content)),
      await createLicetOnPostgres(context.databases, content),
    ];
    return measureBesidePeers(context, {
      work: "tokens",
      title: "client_credentials, two scopes, 1,000 clients",
      licets: licets.map((subject) => ({
        subject,
        load: (server) => createPeerTokenLoad(server, subject.paths, "ES256"),
      })),
      peers: [hydra, keycloak],
    });
  },

  async peers_checks(context) {
    const content = permissions(PEER_USERS, { inheritance: false });
    const createSubjectLoad = (subject: TokenSubject): SubjectLoad => ({
      subject,
      load: async (server) => createCheckLoad(await fetchAuthorization(subject, server), peerQuestions),
    });
    return measureBesidePeers(context, {
      work: "checks",
      title: "permission check, 10,000 users with 10 of 1,000 roles each",
      licets: [
        createSubjectLoad(createLicet(await context.databases.inFolder(content))),
        createSubjectLoad(await createLicetOnPostgres(context.databases, content)),
      ],
      peers: [openFga, spiceDb],
    });
  },
};

interface Comparison {
  readonly work: string;
  readonly title: string;
  readonly licets: readonly SubjectLoad[];
  readonly peers: readonly Peer[];
}

async function measureBesidePeers(context: BenchContext, comparison: Comparison): Promise<RowResult> {
  const { work, title, licets } = comparison;
  const loads: SubjectLoad[] = [];
  const peers: PeerResult[] = [];
  for (const peer of comparison.peers) {
    const prepared = await preparePeer(context, peer);
    peers.push(prepared.result);
    loads.push(...prepared.loads);
  }
  const subjects = await interleave(context, work, [...licets, ...loads]);
  const [, onPostgres] = licets.map(({ subject }) => subject.name);
  return {
    rates: [{ work, title, subjects }],
    verdicts: loads.map(({ name, subject }) =>
      createCpuRatioVerdict(work, subjects, name ?? subject.name, onPostgres as string),
    ),
    peers,
  };
}

/** A peer that is not installed, or that does not start, is left out. */
async function preparePeer(
  context: BenchContext,
  peer: Peer,
): Promise<{ readonly result: PeerResult; readonly loads: readonly SubjectLoad[] }> {
  const { name, program, howToGet } = peer;
  const path = findProgram(program);
  if (path === undefined) {
    context.progress(`no ${program} on the path, so ${name} is not measured`);
    return { result: { name, program, howToGet }, loads: [] };
  }
  const version = (await runProgram(path, peer.versionArguments)).trim();
  const result: PeerResult = { name, program, howToGet, path, version };
  try {
    context.progress(`creating the data of ${name}`);
    const databaseUrl = await (await context.databases.postgres()).createDatabase(`peer_${program}`);
    return { result, loads: await peer.prepare({ program: path, databaseUrl }, context) };
  } catch (error) {
    context.progress(`${name} is not measured: ${(error as Error).message}`);
    return { result: { ...result, error: (error as Error).message }, loads: [] };
  }
}
