import type { IssuerMetadata } from "./oidc/discovery.ts";
import type { Attempt } from "./oidc/shop-client.ts";
import { ShopError } from "./shop-error.ts";

/** Parses the authorization response. Throws when it does not belong to the attempt. */
export function parseAnswer(
  url: string,
  attempt: Attempt,
  { issuer, sendsIssuer }: IssuerMetadata,
): URLSearchParams {
  const answer = new URL(url).searchParams;
  // RFC 6749 §3.1: a parameter must not be repeated.
  if (new Set(answer.keys()).size !== answer.size)
    throw new ShopError("invalid_answer", "a parameter is repeated");
  if (answer.get("state") !== attempt.state) throw new ShopError("visit_expired");
  // RFC 9207 §2.4: the shop must not use a response of another issuer.
  const given = answer.get("iss");
  if (given === null ? sendsIssuer : given !== issuer)
    throw new ShopError("invalid_answer", "the answer names another issuer (iss)");
  return answer;
}
