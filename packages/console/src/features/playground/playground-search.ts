import type { BodyOf } from "../../api/call-api.ts";
import { PROMPTS, type Prompt } from "../../auth/playground/sign-in-request.ts";
import { parseChoice, parseText, parseTextList } from "../../values/parse-search.ts";

const REAL_MODES = ["real", "sign-in"] as const;
export type PlaygroundMode = "dry" | (typeof REAL_MODES)[number];

/** The parameters of a token request in the address, without a secret. */
export interface PlaygroundSearch {
  /** `real`: the client requests a token for itself. `sign-in`: a user signs in. Absent for a dry run. */
  readonly mode?: (typeof REAL_MODES)[number];
  /** An application's id, or an access key. */
  readonly client?: string;
  readonly user?: string;
  readonly scope?: string;
  readonly resource?: readonly string[];
  readonly ip?: string;
  /** OpenID Connect Core §3.1.2.1: what the sign-in asks for, even if the session makes it unnecessary. */
  readonly prompt?: Prompt;
}

export function parsePlaygroundSearch(search: Record<string, unknown>): PlaygroundSearch {
  const [client, user, scope, ip] = ["client", "user", "scope", "ip"].map((name) => parseText(search[name]));
  const mode = parseChoice(search.mode, REAL_MODES);
  const prompt = parseChoice(search.prompt, PROMPTS);
  const resource = parseTextList(search.resource);
  return {
    ...(mode !== undefined && { mode }),
    ...(client !== undefined && { client }),
    ...(user !== undefined && { user }),
    ...(scope !== undefined && { scope }),
    ...(resource.length > 0 && { resource }),
    ...(ip !== undefined && { ip }),
    ...(prompt !== undefined && { prompt }),
  };
}

type ResolveBody = BodyOf<"POST /scopes:resolve">;

/** Turns the parameters into an API call; undefined until a client and a scope or a resource are known. */
export function resolveBodyFrom(asked: PlaygroundSearch): ResolveBody | undefined {
  const { mode, client, user, scope, resource, ip } = asked;
  if (client === undefined || (scope === undefined && resource === undefined)) return undefined;
  return {
    client_id: client,
    // A real request has this browser's address, and only a sign-in gets a token for a user.
    ...(mode === undefined && user !== undefined && { user }),
    ...(scope !== undefined && { scope }),
    ...(resource !== undefined && { resource }),
    ...(mode === undefined && ip !== undefined && { ip }),
  };
}
