import { basicAuthorization } from "../common/basic-authorization.ts";
import { BoundedMap } from "../common/bounded-map.ts";
import { countBytes } from "../common/count-bytes.ts";
import { hashText } from "../common/hash-text.ts";
import { parseJsonObject } from "../common/parse-json-object.ts";
import { readBoundedText } from "../common/read-bounded-text.ts";
import { withTimeout } from "../common/with-timeout.ts";
import type { Endpoint, IssuerOptions } from "./load-keys.ts";

export interface IntrospectionOptions {
  /** An application that `serves` the resource, and its secret. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** Also for JWTs that were verified already: their answer is then at most `cacheSeconds` old. */
  readonly always?: boolean;
  /** How long an answer is used again; 5 by default. */
  readonly cacheSeconds?: number;
  /**
   * Also introspects tokens that are no JWTs; false by default. Access tokens of Licet are JWTs, and with it anybody can
   * make this server ask about any text.
   */
  readonly opaqueTokens?: boolean;
}

/** RFC 7662 §2.2: the members of an active token; undefined for one that is not. Rejects when nobody knows. */
export type Introspect = (token: string, fresh: boolean) => Promise<Members | undefined>;
type Members = Readonly<Record<string, unknown>>;

/** The members of the answer, and how long it was. */
interface Answer {
  readonly members: Members | undefined;
  readonly characters: number;
}

const MAX_BYTES = 262_144;
const MAX_REMEMBERED = 10_000;

/** One cache, and questions of its own: tokens of another kind need another one, and cannot take its places. */
export function createIntrospect(
  endpoint: Endpoint,
  options: IssuerOptions &
    Required<Pick<IntrospectionOptions, "clientId" | "clientSecret" | "cacheSeconds">> & {
      readonly maxRememberedBytes: number;
      /** Tokens that nobody has seen before cannot open more connections than this. */
      readonly maxAtOnce: number;
    },
): Introspect {
  const { surroundings, timeoutMilliseconds, cacheSeconds, maxRememberedBytes, maxAtOnce } = options;
  const authorization = basicAuthorization(options.clientId, options.clientSecret);
  const answers = new BoundedMap<{
    readonly question: number;
    readonly until: number;
    readonly members: Members | undefined;
  }>({
    entries: MAX_REMEMBERED,
    bytes: maxRememberedBytes,
  });
  const asking = new Map<string, Promise<Answer>>();
  /** Counted apart: several fresh questions about one token may be under way. */
  let underWay = 0;
  let questions = 0;

  const send = async (token: string): Promise<Answer> => {
    const response = await surroundings.fetch(await endpoint.find(), {
      method: "POST",
      headers: {
        accept: "application/json",
        authorization,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ token, token_type_hint: "access_token" }).toString(),
      redirect: "manual",
      signal: withTimeout(timeoutMilliseconds, undefined),
    });
    const text = await readBoundedText(response, MAX_BYTES);
    const members = parseJsonObject(text);
    if (response.status === 401)
      throw new Error("the introspection endpoint refused clientId and clientSecret");
    if (response.status !== 200 || typeof members?.active !== "boolean")
      throw new Error(`the introspection endpoint answered ${response.status}`);
    return members.active ? { members, characters: text.length } : { members: undefined, characters: 0 };
  };

  const ask = async (token: string, key: string): Promise<Members | undefined> => {
    if (underWay >= maxAtOnce) throw new Error(`${maxAtOnce} introspections are under way`);
    underWay += 1;
    questions += 1;
    const question = questions;
    const until = surroundings.now() + cacheSeconds * 1_000;
    const answer = send(token);
    asking.set(key, answer);
    try {
      const { members, characters } = await answer;
      // The answer to a later question may have come before.
      if ((answers.get(key)?.question ?? 0) < question)
        answers.set(key, { question, until, members }, countBytes(characters));
      return members;
    } catch (error) {
      endpoint.forget();
      throw error;
    } finally {
      underWay -= 1;
      if (asking.get(key) === answer) asking.delete(key);
    }
  };

  return async (token, fresh) => {
    const key = hashText(token);
    const known = fresh ? undefined : answers.get(key);
    if (known && surroundings.now() < known.until) return known.members;
    // A question that is under way may be answered from before a fresh one was asked.
    const shared = fresh ? undefined : asking.get(key);
    return shared ? (await shared).members : ask(token, key);
  };
}
