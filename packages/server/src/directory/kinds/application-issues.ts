import type { DescribedIssue } from "@licet/engine/internal/values/input-issue.ts";
import { isPublicApplication } from "../../accounts/public-application.ts";
import { checkRedirectUri } from "../../core/network/redirect-uri.ts";
import { quote } from "../../input/schemas.ts";

interface CheckedApplication {
  readonly type: string;
  readonly client_id?: string;
  readonly name?: string;
  readonly client_secret?: string;
  readonly redirect_uris: readonly string[];
  readonly post_logout_redirect_uris: readonly string[];
  readonly home_page?: string;
  readonly backchannel_logout_uri?: string;
  readonly token_endpoint_auth_method?: string;
  readonly jwks?: object;
  readonly require_pkce?: boolean;
  readonly require_signed_request_object: boolean;
  readonly access_accounts: readonly unknown[];
}

/** What is wrong with an application as a whole: what does not go with its type, or with another member. */
export function* findApplicationIssues(
  application: CheckedApplication,
): Generator<readonly [path: readonly (string | number)[], issue: DescribedIssue]> {
  const { type, token_endpoint_auth_method: method } = application;
  if (application.client_id === undefined && application.name === undefined) {
    const message = "needs a client_id, or a name to be found by next time";
    yield [[], { message, issue: { code: "at_least_one_of", members: ["client_id", "name"] } }];
  }
  for (const key of ["redirect_uris", "post_logout_redirect_uris"] as const) {
    for (const [index, uri] of application[key].entries()) {
      const issue = checkRedirectUri(uri, type);
      if (issue !== undefined) yield [[key, index], notAnAddress(`${quote(uri)} ${issue}`, "redirect_uri")];
    }
  }
  for (const key of ["home_page", "backchannel_logout_uri"] as const) {
    const address = application[key];
    // The rule is the same for every type: both addresses are on the web, even for a native application.
    const issue = address === undefined ? undefined : checkRedirectUri(address, "web");
    if (issue !== undefined) yield [[key], notAnAddress(`${quote(address)} ${issue}`, "web_address")];
  }
  const notForType = (message: string): DescribedIssue => ({
    message,
    issue: { code: "not_for_type", type },
  });
  if (isPublicApplication({ type })) {
    // RFC 6749 §2.1: users can read the code of a public application, so it cannot keep a secret.
    const hasNone = notForType(`a ${type} application cannot keep a secret; leave it out`);
    if (application.client_secret !== undefined) yield [["client_secret"], hasNone];
    if (application.access_accounts.length > 0) yield [["access_accounts"], hasNone];
    if (method !== undefined && method !== "none") yield [["token_endpoint_auth_method"], hasNone];
    if (application.jwks !== undefined) yield [["jwks"], hasNone];
    if (application.require_signed_request_object) yield [["require_signed_request_object"], hasNone];
    // RFC 9700 §2.1.1
    if (application.require_pkce === false)
      yield [["require_pkce"], notForType(`a ${type} application always uses PKCE`)];
    return;
  }
  if (method === "none") {
    yield [
      ["token_endpoint_auth_method"],
      notForType(`a ${type} application must authenticate; none is for spa and native`),
    ];
  }
  if (method === "private_key_jwt" && application.jwks === undefined)
    yield [["jwks"], { message: "is needed for private_key_jwt", issue: { code: "missing" } }];
  if (application.require_signed_request_object && application.jwks === undefined)
    yield [["jwks"], { message: "is needed for require_signed_request_object", issue: { code: "missing" } }];
  if (method === "private_key_jwt" && application.client_secret !== undefined) {
    const message = "is never used with private_key_jwt; leave it out";
    yield [["client_secret"], { message, issue: { code: "unknown_member" } }];
  }
}

const notAnAddress = (message: string, expected: string): DescribedIssue => ({
  message,
  issue: { code: "malformed", expected },
});
