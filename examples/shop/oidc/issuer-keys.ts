import type { DecodedToken } from "./decode-token.ts";
import type { Discover } from "./discovery.ts";
import { fetchJson } from "./fetch-json.ts";
import { isSignedByOne } from "./verify-signature.ts";

export type IsSignedByIssuer = (token: DecodedToken) => Promise<boolean>;

/** The shop caches the keys. It reads them again when none of them verifies a token, because issuers rotate keys. */
export function createIsSignedByIssuer(discover: Discover): IsSignedByIssuer {
  let keys: readonly unknown[] = [];
  return async (token) => {
    if (isSignedByOne(token, keys)) return true;
    const answer = await fetchJson((await discover()).jwksUri);
    keys = answer?.isSuccess && Array.isArray(answer.body.keys) ? answer.body.keys : keys;
    return isSignedByOne(token, keys);
  };
}
