import { UsageError } from "../common/usage-error.ts";

/** A token client of `@licet/sdk/client`, or anything that gives tokens in the same way. */
export interface TokenSource {
  token(asked: {
    readonly scope?: string | readonly string[];
    readonly resource?: string;
    readonly insteadOf?: string;
    readonly signal?: AbortSignal;
  }): Promise<{ readonly accessToken: string }>;
}

export type GivenToken =
  | string
  | TokenSource
  | ((asked: { readonly insteadOf?: string; readonly signal: AbortSignal }) => string | Promise<string>);

export type FindToken = (asked: {
  readonly insteadOf?: string;
  readonly signal: AbortSignal;
}) => Promise<string>;

/** Reads what the developer gave as a token. A token client is asked for one of Licet's own API. */
export function createFindToken(
  token: GivenToken,
  api: string,
  scope: string | readonly string[] | undefined,
): FindToken {
  if (typeof token === "string" && token !== "") return async () => token;
  if (typeof token === "function") return async (asked) => token(asked);
  // Without a scope, a token carries everything that the application holds at the resource.
  if (typeof token === "object" && typeof token?.token === "function")
    return async (asked) => (await token.token({ ...asked, scope: scope ?? [], resource: api })).accessToken;
  throw new UsageError("token: give a token client, a function that returns an access token, or a token");
}
