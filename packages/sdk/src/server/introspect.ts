import { basicAuthorization } from "../common/basic-authorization.ts";
import { BoundedMap } from "../common/bounded-map.ts";
import { codeOfStatus } from "../common/code-of-status.ts";
import { countBytes } from "../common/count-bytes.ts";
import { hashText } from "../common/hash-text.ts";
import { LicetError } from "../common/licet-error.ts";
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
  const { runtime, timeoutMilliseconds, cacheSeconds, maxRememberedBytes, maxAtOnce } = options;
  const authorization = basicAuthorization(options.clientId, options.clientSecret);
  const answers = new BoundedMap<{ readonly until: number; readonly members: Members | undefined }>({
    entries: MAX_REMEMBERED,
    bytes: maxRememberedBytes,
  });
  /** At most one question about a token, so that no token takes the places of others. */
  const asking = new Map<string, Promise<Members | undefined>>();
  const askingNext = new Map<string, Promise<Members | undefined>>();

  const send = async (token: string): Promise<Answer> => {
    const response = await runtime.fetch(await endpoint.find(), {
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
    const { status } = response;
    if (status === 401)
      throw new LicetError("request_refused", "the introspection endpoint refused clientId and clientSecret");
    if (status !== 200 || typeof members?.active !== "boolean")
      throw new LicetError(codeOfStatus(status), `the introspection endpoint answered ${status}`);
    return members.active ? { members, characters: text.length } : { members: undefined, characters: 0 };
  };

  const remember = async (token: string, key: string): Promise<Members | undefined> => {
    const until = runtime.clock.now() + cacheSeconds * 1_000;
    try {
      const { members, characters } = await send(token);
      answers.set(key, { until, members }, countBytes(characters));
      return members;
    } catch (error) {
      endpoint.forget();
      throw error;
    } finally {
      asking.delete(key);
    }
  };

  const ask = async (token: string, key: string): Promise<Members | undefined> => {
    const shared = asking.get(key);
    if (shared) return shared;
    if (asking.size >= maxAtOnce)
      throw new LicetError("limit_exceeded", `${maxAtOnce} introspections are under way`);
    const answer = remember(token, key);
    asking.set(key, answer);
    return answer;
  };

  /** The answer to a question that is under way may be older than this call: one question after it serves all that wait. */
  const askFresh = (token: string, key: string): Promise<Members | undefined> => {
    const earlier = asking.get(key);
    if (!earlier) return ask(token, key);
    const waiting = askingNext.get(key);
    if (waiting) return waiting;
    const next = earlier
      .catch(() => undefined)
      .then(() => {
        askingNext.delete(key);
        return ask(token, key);
      });
    askingNext.set(key, next);
    return next;
  };

  return async (token, fresh) => {
    const key = hashText(token);
    if (fresh) return askFresh(token, key);
    const known = answers.get(key);
    return known && runtime.clock.now() < known.until ? known.members : ask(token, key);
  };
}
