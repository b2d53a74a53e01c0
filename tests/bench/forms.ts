import { API_PERMISSIONS, type Caller, GRANTED, REFUSED } from "./population.ts";

/** The forms that clients send. Every contestant gets the same bytes. */

export const FORM_TYPE = "application/x-www-form-urlencoded";

const [firstScope, secondScope] = GRANTED;

export const tokenForm = ({ clientId, clientSecret }: Caller): string =>
  new URLSearchParams({
    grant_type: "client_credentials",
    // The refused item stands in the middle: the answer must keep the order of the others.
    scope: `${firstScope} ${REFUSED} ${secondScope}`,
    client_id: clientId,
    client_secret: clientSecret,
  }).toString();

export const apiTokenForm = ({ clientId, clientSecret }: Caller): string =>
  new URLSearchParams({
    grant_type: "client_credentials",
    scope: API_PERMISSIONS.join(" "),
    client_id: clientId,
    client_secret: clientSecret,
  }).toString();

export const introspectionForm = ({ clientId, clientSecret }: Caller, token: string): string =>
  new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret }).toString();
