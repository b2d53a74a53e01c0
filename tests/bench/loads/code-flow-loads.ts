import { type CodeFlowApplication, eachSignedInUser } from "../code-flow-population.ts";
import type { CodeFlowSubject } from "../code-flow-subject.ts";
import { fetchPublishedKeys } from "../published-keys.ts";
import { CONNECTIONS, type Load, SAMPLE_EVERY } from "../report/measurement.ts";
import type { ServerProcess } from "../server-process.ts";
import { checkAuthorizationAnswer, checkUserTokens } from "./answers.ts";
import { authorizationQuery, codeForm, FORM_TYPE, refreshForm } from "./forms.ts";
import { runLoad } from "./load.ts";

/** Loads of the code flow. Codes and refresh tokens, which can be used once, are issued by the measured server itself. */

/** Codes are requested before a run and expire after a minute, so the requests may not take longer than this. */
const MOST_SECONDS_FOR_CODES = 15;

/** Every user is signed in and has agreed: each request is answered with a code at once. */
export function createAuthorizationLoad(subject: CodeFlowSubject, application: CodeFlowApplication): Load {
  return {
    method: "GET",
    path: subject.paths.authorization,
    contentType: FORM_TYPE,
    bodies: eachSignedInUser((user) => authorizationQuery(application, stateOf(user))),
    cookies: eachSignedInUser(subject.cookie),
    status: 303,
    check: (location, user) => checkAuthorizationAnswer(application, location, stateOf(user)),
  };
}

const stateOf = (user: number): string => `state-of-user-${user}`;

/** Every request has an unused code. */
export async function createCodeLoad(
  subject: CodeFlowSubject,
  server: ServerProcess,
  application: CodeFlowApplication,
): Promise<Load> {
  const keys = await fetchPublishedKeys(`http://127.0.0.1:${server.port}${subject.paths.jwks}`);
  let codes: readonly Code[] = [];
  return {
    path: subject.paths.token,
    contentType: FORM_TYPE,
    bodies: [],
    async createBodies(count) {
      codes = await fetchCodes(subject, server, application, count);
      return codes.map(({ code }) => codeForm(application, code));
    },
    check(body, index) {
      checkUserTokens(subject, application, body, (codes[index] as Code).user, keys);
    },
  };
}

interface Code {
  readonly code: string;
  readonly user: number;
}

async function fetchCodes(
  subject: CodeFlowSubject,
  server: ServerProcess,
  application: CodeFlowApplication,
  count: number,
): Promise<Code[]> {
  const codes: Code[] = [];
  await runLoad({
    ...createAuthorizationLoad(subject, application),
    port: server.port,
    connections: CONNECTIONS,
    seconds: MOST_SECONDS_FOR_CODES,
    requests: count,
    sampleEvery: 1,
    check(location, user) {
      codes.push({ code: checkAuthorizationAnswer(application, location, stateOf(user)), user });
    },
  });
  return codes;
}

/** A chain of refresh tokens: the current one, and its user. */
interface RefreshChain {
  readonly user: number;
  currentToken: string;
}

/** Every request has the current token of a different chain, and its answer has the next one of that chain. */
export async function createRefreshLoad(
  subject: CodeFlowSubject,
  server: ServerProcess,
  application: CodeFlowApplication,
): Promise<Load> {
  const keys = await fetchPublishedKeys(`http://127.0.0.1:${server.port}${subject.paths.jwks}`);
  const chains: RefreshChain[] = [];
  let seen = 0;
  return {
    path: subject.paths.token,
    contentType: FORM_TYPE,
    bodies: [],
    async createBodies(count) {
      if (chains.length < count)
        chains.push(...(await startChains(subject, server, application, count - chains.length)));
      return chains.slice(0, count).map(({ currentToken }) => refreshForm(application, currentToken));
    },
    sampleEvery: 1,
    check(body, index) {
      const chain = chains[index] as RefreshChain;
      const successor = getRefreshToken(body);
      if (successor === chain.currentToken) throw new Error("the refresh token was not replaced");
      chain.currentToken = successor;
      if (seen++ % SAMPLE_EVERY === 0) checkUserTokens(subject, application, body, chain.user, keys);
    },
  };
}

async function startChains(
  subject: CodeFlowSubject,
  server: ServerProcess,
  application: CodeFlowApplication,
  count: number,
): Promise<RefreshChain[]> {
  const codes = await fetchCodes(subject, server, application, count);
  const chains: RefreshChain[] = [];
  await runLoad({
    port: server.port,
    connections: CONNECTIONS,
    path: subject.paths.token,
    contentType: FORM_TYPE,
    bodies: codes.map(({ code }) => codeForm(application, code)),
    seconds: 60,
    requests: codes.length,
    sampleEvery: 1,
    check(body, index) {
      chains.push({ user: (codes[index] as Code).user, currentToken: getRefreshToken(body) });
    },
  });
  return chains;
}

/** Does not parse the whole answer, because this runs for every answer while the time is measured. */
function getRefreshToken(body: string): string {
  const token = /"refresh_token":"([^"]+)"/.exec(body)?.[1];
  if (token === undefined) throw new Error("the answer has no refresh token");
  return token;
}
