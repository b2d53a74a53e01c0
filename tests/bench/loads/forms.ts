import type { CodeFlowApplication } from "../code-flow-population.ts";
import { type Caller, GRANTED, REFUSED } from "../population.ts";

/** The forms that clients send. Every subject gets the same bytes. */

export const FORM_TYPE = "application/x-www-form-urlencoded";

const [firstScope, secondScope] = GRANTED;

export const tokenForm = ({ clientId, clientSecret }: Caller): string =>
  new URLSearchParams({
    grant_type: "client_credentials",
    // The refused scope is in the middle: the answer must keep the order of the others.
    scope: `${firstScope} ${REFUSED} ${secondScope}`,
    client_id: clientId,
    client_secret: clientSecret,
  }).toString();

export const apiTokenForm = ({ clientId, clientSecret }: Caller, permissions: readonly string[]): string =>
  new URLSearchParams({
    grant_type: "client_credentials",
    scope: permissions.join(" "),
    client_id: clientId,
    client_secret: clientSecret,
  }).toString();

export const introspectionForm = ({ clientId, clientSecret }: Caller, token: string): string =>
  new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret }).toString();

export const authorizationQuery = (
  { clientId, redirectUri, scopes }: CodeFlowApplication,
  state: string,
): string =>
  new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(" "),
    state,
    nonce: `nonce of ${state}`,
  }).toString();

export const codeForm = (
  { clientId, clientSecret, redirectUri }: CodeFlowApplication,
  code: string,
): string =>
  new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    client_id: clientId,
    client_secret: clientSecret,
  }).toString();

export const refreshForm = ({ clientId, clientSecret }: Caller, refreshToken: string): string =>
  new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: refreshToken,
    client_id: clientId,
    client_secret: clientSecret,
  }).toString();
