import { type CodeFlowApplication, eachPerson } from "../code-flow-population.ts";
import type { CodeFlowSubject } from "../code-flow-subject.ts";
import { fetchPublishedKeys } from "../published-keys.ts";
import { CONNECTIONS, type Load, SAMPLE_EVERY } from "../report/measurement.ts";
import type { ServerProcess } from "../server-process.ts";
import { checkAuthorizationAnswer, checkUserTokens } from "./answers.ts";
import { authorizationQuery, codeForm, FORM_TYPE, refreshForm } from "./forms.ts";
import { runLoad } from "./load.ts";

/** Loads of the code flow. What can be used once comes from the server itself, in the way that it comes to be in life. */

/** Ahead of a run, so that no code is too old by the end of it: it lives for a minute. */
const MINTING_SECONDS = 15;

/** Every user is signed in and has agreed: each request is answered with a code at once. */
export function createAuthorizationLoad(subject: CodeFlowSubject, application: CodeFlowApplication): Load {
  return {
    method: "GET",
    path: subject.paths.authorization,
    contentType: FORM_TYPE,
    bodies: eachPerson((person) => authorizationQuery(application, stateOf(person))),
    cookies: eachPerson(subject.cookie),
    status: 303,
    check: (location, person) => checkAuthorizationAnswer(application, location, stateOf(person)),
  };
}

const stateOf = (person: number): string => `state-of-person-${person}`;

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
    async mint(count) {
      codes = await mintCodes(subject, server, application, count);
      return codes.map(({ code }) => codeForm(application, code));
    },
    check(body, index) {
      checkUserTokens(subject, application, body, (codes[index] as Code).person, keys);
    },
  };
}

interface Code {
  readonly code: string;
  readonly person: number;
}

async function mintCodes(
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
    seconds: MINTING_SECONDS,
    requests: count,
    sampleEvery: 1,
    check(location, person) {
      codes.push({ code: checkAuthorizationAnswer(application, location, stateOf(person)), person });
    },
  });
  return codes;
}

/** A chain of refresh tokens: the one that counts now, and whose it is. */
interface Family {
  readonly person: number;
  head: string;
}

/** Every request with the present token of another family; its answer holds the next one of that family. */
export async function createRefreshLoad(
  subject: CodeFlowSubject,
  server: ServerProcess,
  application: CodeFlowApplication,
): Promise<Load> {
  const keys = await fetchPublishedKeys(`http://127.0.0.1:${server.port}${subject.paths.jwks}`);
  const families: Family[] = [];
  let seen = 0;
  return {
    path: subject.paths.token,
    contentType: FORM_TYPE,
    bodies: [],
    async mint(count) {
      if (families.length < count)
        families.push(...(await foundFamilies(subject, server, application, count - families.length)));
      return families.slice(0, count).map(({ head }) => refreshForm(application, head));
    },
    sampleEvery: 1,
    check(body, index) {
      const family = families[index] as Family;
      const successor = refreshTokenIn(body);
      if (successor === family.head) throw new Error("a refresh token that was used goes on");
      family.head = successor;
      if (seen++ % SAMPLE_EVERY === 0) checkUserTokens(subject, application, body, family.person, keys);
    },
  };
}

async function foundFamilies(
  subject: CodeFlowSubject,
  server: ServerProcess,
  application: CodeFlowApplication,
  count: number,
): Promise<Family[]> {
  const codes = await mintCodes(subject, server, application, count);
  const families: Family[] = [];
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
      families.push({ person: (codes[index] as Code).person, head: refreshTokenIn(body) });
    },
  });
  return families;
}

/** Without reading the rest: it is done for every answer while the clock runs. */
function refreshTokenIn(body: string): string {
  const token = /"refresh_token":"([^"]+)"/.exec(body)?.[1];
  if (token === undefined) throw new Error("an answer without a refresh token");
  return token;
}
