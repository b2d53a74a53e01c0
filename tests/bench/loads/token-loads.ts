import { type Caller, resourceServer } from "../population.ts";
import { fetchPublishedKeys } from "../published-keys.ts";
import { CONNECTIONS, type Load } from "../report/measurement.ts";
import type { ServerProcess } from "../server-process.ts";
import type { TokenSubject } from "../subject.ts";
import { checkAccessToken, checkIntrospectionAnswer, checkTokenAnswer } from "./answers.ts";
import { FORM_TYPE, introspectionForm, tokenForm } from "./forms.ts";
import { runLoad } from "./load.ts";

/** `client_credentials` by these callers in turn. */
export async function createTokenLoad(
  subject: TokenSubject,
  server: ServerProcess,
  callers: readonly Caller[],
): Promise<Load> {
  const keys = await fetchPublishedKeys(`http://127.0.0.1:${server.port}${subject.paths.jwks}`);
  return {
    path: subject.paths.token,
    contentType: FORM_TYPE,
    bodies: callers.map(tokenForm),
    check(body, index) {
      checkAccessToken(checkTokenAnswer(subject, body), callers[index] as Caller, keys);
    },
  };
}

/** Introspection by the resource server, of tokens that these callers got beforehand. */
export async function createIntrospectionLoad(
  subject: TokenSubject,
  server: ServerProcess,
  callers: readonly Caller[],
  tokensWanted: number,
): Promise<Load> {
  const tokens: { token: string; caller: Caller }[] = [];
  await runLoad({
    port: server.port,
    connections: CONNECTIONS,
    path: subject.paths.token,
    contentType: FORM_TYPE,
    bodies: callers.map(subject.introspectableTokenForm),
    seconds: 60,
    requests: Math.min(tokensWanted, subject.tokenCapacity),
    sampleEvery: 1,
    check(body, index) {
      tokens.push({ token: checkTokenAnswer(subject, body), caller: callers[index] as Caller });
    },
  });
  return {
    path: subject.paths.introspection,
    contentType: FORM_TYPE,
    bodies: tokens.map(({ token }) => introspectionForm(resourceServer, token)),
    check: (body, index) => checkIntrospectionAnswer(body, (tokens[index] as { caller: Caller }).caller),
  };
}
