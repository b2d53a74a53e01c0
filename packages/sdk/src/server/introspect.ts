import { basicAuthorization } from "../common/basic-authorization.ts";
import { BoundedMap } from "../common/bounded-map.ts";
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
}

/** RFC 7662 §2.2: the members of an active token; undefined for one that is not. Rejects when nobody knows. */
export type Introspect = (token: string, fresh: boolean) => Promise<Members | undefined>;
type Members = Readonly<Record<string, unknown>>;

const MAX_BYTES = 262_144;
const MAX_REMEMBERED = 10_000;
/** Tokens that nobody has seen before cannot open more connections than this. */
const MAX_AT_ONCE = 64;

export function createIntrospect(
  endpoint: Endpoint,
  options: IssuerOptions & Required<Pick<IntrospectionOptions, "clientId" | "clientSecret" | "cacheSeconds">>,
): Introspect {
  const { surroundings, timeoutMilliseconds, cacheSeconds } = options;
  const authorization = basicAuthorization(options.clientId, options.clientSecret);
  const answers = new BoundedMap<{ readonly until: number; readonly members: Members | undefined }>(
    MAX_REMEMBERED,
  );
  const asking = new Map<string, Promise<Members | undefined>>();

  const send = async (token: string): Promise<Members | undefined> => {
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
    const members = parseJsonObject(await readBoundedText(response, MAX_BYTES));
    if (response.status === 401)
      throw new Error("the introspection endpoint refused clientId and clientSecret");
    if (response.status !== 200 || typeof members?.active !== "boolean")
      throw new Error(`the introspection endpoint answered ${response.status}`);
    return members.active ? members : undefined;
  };

  const ask = async (token: string): Promise<Members | undefined> => {
    if (asking.size >= MAX_AT_ONCE) throw new Error(`${MAX_AT_ONCE} introspections are under way`);
    const askedAt = surroundings.now();
    const answer = send(token);
    asking.set(token, answer);
    try {
      const members = await answer;
      answers.set(token, { until: askedAt + cacheSeconds * 1_000, members });
      return members;
    } catch (error) {
      endpoint.forget();
      throw error;
    } finally {
      asking.delete(token);
    }
  };

  return async (token, fresh) => {
    const known = fresh ? undefined : answers.get(token);
    if (known && surroundings.now() < known.until) return known.members;
    // A question that is under way may be answered from before a fresh one was asked.
    const shared = fresh ? undefined : asking.get(token);
    return shared ?? ask(token);
  };
}
