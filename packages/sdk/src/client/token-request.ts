import { UsageError } from "../common/usage-error.ts";

/** What a token is asked for. Order and repetition have no meaning. */
export interface RequestedToken {
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
}

/** RFC 6749 §3.3. */
const SCOPE_ITEM = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

/** A mistake of the developer is a UsageError, before anything is sent. */
export function parseRequestedToken(
  scope: string | readonly string[] | undefined,
  resource: string | readonly string[] | undefined,
): RequestedToken {
  const scopes = (typeof scope === "string" ? scope.split(" ") : (scope ?? [])).filter((item) => item !== "");
  const wrong = scopes.find((item) => typeof item !== "string" || !SCOPE_ITEM.test(item));
  if (wrong !== undefined)
    throw new UsageError(`scope: ${JSON.stringify(wrong)} is no scope item; write orders:read, for example`);
  const resources = typeof resource === "string" ? [resource] : (resource ?? []);
  // RFC 8707 §2.
  const noUri = resources.find((uri) => !URL.canParse(uri) || uri.includes("#"));
  if (noUri !== undefined)
    throw new UsageError(
      `resource: ${JSON.stringify(noUri)} is no absolute URI; write the identifier of the resource`,
    );
  if (scopes.length === 0 && resources.length === 0)
    throw new UsageError("scope: name what the token is for, or a resource to get everything granted there");
  return { scopes: [...new Set(scopes)].sort(), resources: [...new Set(resources)].sort() };
}

export const keyOf = ({ scopes, resources }: RequestedToken): string => JSON.stringify([scopes, resources]);
