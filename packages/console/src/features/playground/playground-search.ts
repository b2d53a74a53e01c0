import type { BodyOf } from "../../api/call-api.ts";
import { parseChoice, parseText, parseTextList } from "../../values/parse-search.ts";

/** The parameters of a token request in the address, without a secret. */
export interface PlaygroundSearch {
  /** Absent for a simulation, which issues no token. */
  readonly mode?: "real";
  /** An application's id, or an access key. */
  readonly client?: string;
  readonly user?: string;
  readonly scope?: string;
  readonly resource?: readonly string[];
  readonly ip?: string;
}

export function parsePlaygroundSearch(search: Record<string, unknown>): PlaygroundSearch {
  const [client, user, scope, ip] = ["client", "user", "scope", "ip"].map((name) => parseText(search[name]));
  const mode = parseChoice(search.mode, ["real"]);
  const resource = parseTextList(search.resource);
  return {
    ...(mode !== undefined && { mode }),
    ...(client !== undefined && { client }),
    ...(user !== undefined && { user }),
    ...(scope !== undefined && { scope }),
    ...(resource.length > 0 && { resource }),
    ...(ip !== undefined && { ip }),
  };
}

type ResolveBody = BodyOf<"POST /scopes:resolve">;

/** Turns the parameters into an API call; undefined until the client is known. */
export function resolveBodyFrom({
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
    // A real request has this browser's address, and a token for a user would require that user's sign-in.
    ...(mode !== "real" && user !== undefined && { user }),
    ...(scope !== undefined && { scope }),
    ...(resource !== undefined && { resource }),
    ...(mode !== "real" && ip !== undefined && { ip }),
  };
}
