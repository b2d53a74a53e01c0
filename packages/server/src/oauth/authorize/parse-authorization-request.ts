import type { Application } from "../../accounts/entities.ts";
import { isPublicApplication } from "../../accounts/public-application.ts";
import { OAuthError } from "../oauth-error.ts";
import { parseRequestedScope } from "../scopes/requested-scope.ts";
import { parseUiLocales } from "../ui-locales.ts";
import { AuthorizationError, type AuthorizationErrorCode } from "./authorization-error.ts";
import { type AuthorizationRequest, PROMPTS, type Prompt } from "./authorization-request.ts";
import { parseClaimsRequest } from "./claims-request.ts";
import type { Parameters } from "./parameters.ts";
import type { TrustedRedirect } from "./trusted-redirect.ts";

/** A request whose `id_token_hint` is not verified yet. */
type RequestWithHint = AuthorizationRequest & { readonly idTokenHint?: string };

/** RFC 7636 §4.2: the base64url form of a SHA-256 digest, always 43 characters. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const MAX_AGE = /^\d{1,10}$/;
const MAX_TEXT = 1_024;

/** The rest of the request, now that it is known where a refusal may be sent (RFC 6749 §4.1.2.1). */
export function parseAuthorizationRequest(
  parameters: Parameters,
  application: Application,
  redirect: TrustedRedirect,
): RequestWithHint {
  const refuse = (code: AuthorizationErrorCode, description: string): AuthorizationError =>
    new AuthorizationError(code, description, redirect);

  requireSupported(parameters, refuse);
  const { get } = parameters;
  const claims = get("claims");
  const parsedClaims = claims === undefined ? undefined : parseClaimsRequest(claims);
  if (claims !== undefined && !parsedClaims)
    throw refuse("invalid_request", "claims is not the JSON object of OpenID Connect Core, section 5.5");
  const maxAge = get("max_age");
  if (maxAge !== undefined && !MAX_AGE.test(maxAge))
    throw refuse("invalid_request", "max_age must be a whole number of seconds");
  for (const name of ["nonce", "login_hint"] as const) {
    if ((get(name)?.length ?? 0) > MAX_TEXT)
      throw refuse("invalid_request", `${name} may have at most ${MAX_TEXT} characters`);
  }

  return {
    redirect,
    scope: parseScope(parameters, refuse),
    resources: parameters.resources,
    prompts: parsePrompts(get("prompt"), refuse),
    uiLocales: parseUiLocales(get("ui_locales")),
    ...optional("nonce", get("nonce")),
    ...optional("codeChallenge", parseChallenge(parameters, application, refuse)),
    ...optional("loginHint", get("login_hint")),
    ...optional("idTokenHint", get("id_token_hint")),
    ...optional("maxAgeSeconds", maxAge === undefined ? undefined : Number(maxAge)),
    ...optional("claims", parsedClaims),
  };
}

type Refuse = (code: AuthorizationErrorCode, description: string) => AuthorizationError;

function requireSupported({ get, repeated }: Parameters, refuse: Refuse): void {
  // RFC 6749 §3.1: parameters MUST NOT be included more than once.
  if (repeated.length > 0) throw refuse("invalid_request", "a parameter is repeated");
  // RFC 9101 §5: a request that was read from an object has none; this one has a request_uri as well.
  if (get("request") !== undefined)
    throw refuse("invalid_request", "request and request_uri cannot be used together");
  // OpenID Connect Core §3.1.2.6: what is not supported is named, and never fetched (RFC 9101 §10.4).
  if (get("request_uri") !== undefined)
    throw refuse(
      "request_uri_not_supported",
      "only a request_uri of the pushed authorization request endpoint",
    );
  if (get("registration") !== undefined)
    throw refuse("registration_not_supported", "the registration parameter is not supported");
  const responseType = get("response_type");
  if (responseType === undefined) throw refuse("invalid_request", "response_type is missing");
  if (responseType !== "code")
    throw refuse("unsupported_response_type", "the one response_type that is supported is code");
}

/** RFC 6749 §3.3: the one default there is, everything at the resources that are named (RFC 8707 §2). */
function parseScope({ get, resources }: Parameters, refuse: Refuse): string {
  const scope = get("scope");
  if (scope === undefined) {
    if (resources.length > 0) return "";
    throw refuse("invalid_scope", "scope is missing: name the scopes wanted, or a resource");
  }
  try {
    parseRequestedScope(scope);
  } catch (error) {
    if (error instanceof OAuthError) throw refuse("invalid_scope", error.message);
    throw error;
  }
  return scope;
}

function parsePrompts(prompt: string | undefined, refuse: Refuse): readonly Prompt[] {
  const prompts = (prompt ?? "").split(" ").filter((one) => one !== "");
  if (!prompts.every(isPrompt)) throw refuse("invalid_request", `prompt may be ${PROMPTS.join(", ")}`);
  // OpenID Connect Core §3.1.2.1: none with any other value is an error.
  if (prompts.includes("none") && prompts.length > 1)
    throw refuse("invalid_request", "prompt=none cannot be combined");
  return prompts;
}

const isPrompt = (text: string): text is Prompt => PROMPTS.some((prompt) => prompt === text);

/** RFC 7636 with S256 only (RFC 9700 §2.1.1): `plain`, the default of a missing method, gives no protection. */
function parseChallenge({ get }: Parameters, application: Application, refuse: Refuse): string | undefined {
  const challenge = get("code_challenge");
  const method = get("code_challenge_method");
  if (challenge === undefined) {
    if (method !== undefined) throw refuse("invalid_request", "code_challenge is missing");
    if (isPublicApplication(application) || application.requirePkce)
      throw refuse("invalid_request", "this application must use PKCE: code_challenge is missing");
    return undefined;
  }
  if (method !== "S256") throw refuse("invalid_request", "code_challenge_method must be S256");
  if (!CHALLENGE.test(challenge))
    throw refuse("invalid_request", "code_challenge must be the base64url form of a SHA-256 digest");
  return challenge;
}

const optional = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };
