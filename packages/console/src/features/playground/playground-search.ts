import type { BodyOf } from "../../api/call-api.ts";
import { choiceIn, textIn, textsIn } from "../../values/search-value.ts";

/** A request for a token as the address has it: everything but a secret. */
export interface PlaygroundSearch {
  /** Left out: nothing is issued. */
  readonly mode?: "real";
  /** An application's id, or an access key. */
  readonly client?: string;
  readonly user?: string;
  readonly scope?: string;
  readonly resource?: readonly string[];
  readonly ip?: string;
}

export function parsePlaygroundSearch(search: Record<string, unknown>): PlaygroundSearch {
  const [client, user, scope, ip] = ["client", "user", "scope", "ip"].map((name) => textIn(search, name));
  const mode = choiceIn(search, "mode", ["real"]);
  const resource = textsIn(search, "resource");
  return {
    ...(mode !== undefined && { mode }),
    ...(client !== undefined && { client }),
    ...(user !== undefined && { user }),
    ...(scope !== undefined && { scope }),
    ...(resource.length > 0 && { resource }),
    ...(ip !== undefined && { ip }),
  };
}

export type ResolveBody = BodyOf<"POST /scopes:resolve">;

/** The same as a question to the API; undefined until it says who asks. */
export function resolveBodyOf({
  mode,
  client,
  user,
  scope,
  resource,
  ip,
}: PlaygroundSearch): ResolveBody | undefined {
  if (client === undefined) return undefined;
  return {
    client_id: client,
    // A real request comes from here, and for a user it would take that user.
    ...(mode !== "real" && user !== undefined && { user }),
    ...(scope !== undefined && { scope }),
    ...(resource !== undefined && { resource }),
    ...(mode !== "real" && ip !== undefined && { ip }),
  };
}
