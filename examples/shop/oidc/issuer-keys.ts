import type { DecodedToken } from "./decode-token.ts";
import type { Discover } from "./discovery.ts";
import { fetchJson } from "./fetch-json.ts";
import { isSignedByOne } from "./verify-signature.ts";

export type IsSignedByIssuer = (token: DecodedToken) => Promise<boolean>;

/** Keys are kept, and read again for a token that none of them has signed: issuers rotate them. */
export function createIsSignedByIssuer(discover: Discover): IsSignedByIssuer {
  let keys: readonly unknown[] = [];
  return async (token) => {
    if (isSignedByOne(token, keys)) return true;
    const answer = await fetchJson((await discover()).jwksUri);
    keys = answer?.isSuccess && Array.isArray(answer.body.keys) ? answer.body.keys : keys;
    return isSignedByOne(token, keys);
  };
}
