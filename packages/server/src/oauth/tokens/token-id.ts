import { ID_PREFIXES } from "@licet/engine/internal/values/id-prefixes.ts";
import { randomText } from "../../core/values/ids.ts";

/** The `jti` of a token that a client has on behalf of a user begins with the delegation it rests on. */
export const generateTokenId = (delegationId: string): string => `${delegationId}.${randomText(24)}`;

/** The delegation that a token rests on; undefined for a client that acts for itself. */
export function findDelegationId(tokenId: string): string | undefined {
  return tokenId.startsWith(ID_PREFIXES.delegation) ? tokenId.slice(0, tokenId.indexOf(".")) : undefined;
}
