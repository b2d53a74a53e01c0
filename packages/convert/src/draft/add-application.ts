import { InvalidInputError } from "@licet/engine/internal/values/invalid-input-error.ts";
import { formatPrincipalKey } from "@licet/engine/internal/values/principal-key.ts";
import type { ApplicationType, Rules } from "../rules.ts";
import type { Draft } from "./create-draft.ts";
import { displayNameOf } from "./display-name.ts";

export interface NewApplication {
  readonly clientId: string;
  readonly name?: string | undefined;
  readonly type: ApplicationType;
  readonly enabled?: boolean;
  readonly secret?: string | undefined;
  /** Why the export has no secret. */
  readonly noSecret?: string;
  readonly redirectUris?: readonly string[];
  readonly postLogoutRedirectUris?: readonly string[];
  readonly firstParty?: boolean;
  readonly requirePkce?: boolean | undefined;
  /** What it may ask users for, beside the scopes of OpenID Connect. */
  readonly delegated?: readonly string[];
  readonly method?: "client_secret_post" | "client_secret_basic" | "private_key_jwt" | undefined;
  readonly jwks?: unknown;
  readonly idTokenAlgorithm?: string | undefined;
  readonly serves?: readonly string[];
  readonly homePage?: string | undefined;
  readonly backchannelLogoutUri?: string | undefined;
}

const MAX_ADDRESSES = 100;

/** Adds an application, names what Licet refuses of it, and gives its principal: `application:shop`. */
export function addApplication(draft: Draft, given: NewApplication): string {
  const { notes, names, rules } = draft;
  const clientId = names.assign("client_id", given.clientId, given.clientId);
  const { type } = given;
  const isPublic = rules.isPublicApplication({ type });
  const redirectUris = takeAddresses(draft, clientId, "redirect URI", given.redirectUris ?? [], type);
  const postLogoutUris = takeAddresses(
    draft,
    clientId,
    "post-logout redirect URI",
    given.postLogoutRedirectUris ?? [],
    type,
  );
  const name = displayNameOf(given.name);
  const delegated = [...new Set(type === "service" ? [] : given.delegated)];
  const serves = isPublic ? [] : [...new Set(given.serves)];
  const logout = takeLogoutUri(draft, clientId, given.backchannelLogoutUri);
  const homePage =
    given.homePage !== undefined && rules.checkRedirectUri(given.homePage, "web") === undefined
      ? given.homePage
      : undefined;
  draft.addApplication({
    client_id: clientId,
    ...(!isPublic && takeCredentials(draft, clientId, given)),
    ...(name !== undefined && { name }),
    type,
    ...(given.enabled === false && { enabled: false }),
    ...(redirectUris.length > 0 && { redirect_uris: redirectUris }),
    ...(postLogoutUris.length > 0 && { post_logout_redirect_uris: postLogoutUris }),
    ...(given.requirePkce === true && !isPublic && { require_pkce: true }),
    ...(given.firstParty === true && type !== "service" && { first_party: true }),
    ...(delegated.length > 0 && { delegated }),
    ...(given.idTokenAlgorithm === "ES256" && { id_token_signed_response_alg: "ES256" }),
    ...(serves.length > 0 && { serves }),
    ...(homePage !== undefined && { home_page: homePage }),
    ...(logout !== undefined && { backchannel_logout_uri: logout }),
  });
  if (type !== "service" && redirectUris.length === 0)
    notes.toDo(`application ${clientId}`, "no redirect URI is left, so nobody can sign in with it; add one");
  return formatPrincipalKey("application", clientId);
}

function takeAddresses(
  { notes, rules }: Draft,
  clientId: string,
  what: string,
  addresses: readonly string[],
  type: ApplicationType,
): readonly string[] {
  const accepted = [...new Set(addresses)].filter((address) => {
    const issue = rules.checkRedirectUri(address, type);
    if (issue !== undefined)
      notes.leaveOut(`${what} ${withoutPassword(address)} of application ${clientId}`, adviceFor(issue));
    return issue === undefined;
  });
  for (const address of accepted.slice(MAX_ADDRESSES))
    notes.leaveOut(`${what} ${address} of application ${clientId}`, `more than ${MAX_ADDRESSES} addresses`);
  return accepted.slice(0, MAX_ADDRESSES);
}

const adviceFor = (issue: string): string =>
  issue.includes("wildcard")
    ? "an address must not contain a wildcard; register every address in full, and send what varies in state"
    : `an address ${issue}`;

/** An address may contain a password, which no message repeats. */
const withoutPassword = (address: string): string => address.replace(/\/\/[^/?#]*@/, "//…@").slice(0, 300);

function takeLogoutUri(
  { notes, rules }: Draft,
  clientId: string,
  address: string | undefined,
): string | undefined {
  if (address === undefined) return undefined;
  const issue = rules.checkRedirectUri(address, "web");
  const isPrivate = issue === undefined && rules.isPrivateUrl(address);
  if (issue === undefined && !isPrivate) return address;
  const why = isPrivate
    ? "it is in a private network: set backchannel_logout_uri by hand, and start Licet with LICET_OUTBOUND_PRIVATE=true"
    : adviceFor(issue ?? "");
  notes.leaveOut(`back-channel logout URI ${withoutPassword(address)} of application ${clientId}`, why);
  return undefined;
}

/** What a service or web application authenticates with. Without a usable one, `licet apply` generates a secret. */
function takeCredentials(
  { notes, rules }: Draft,
  clientId: string,
  { secret, noSecret, method, jwks }: NewApplication,
): Readonly<Record<string, unknown>> {
  const keys = jwks === undefined ? undefined : takeJwks(jwks, rules);
  if (keys !== undefined && "issue" in keys)
    notes.leaveOut(`jwks of application ${clientId}`, `${keys.issue}; register a public key by hand`);
  const usableKeys = keys !== undefined && "keys" in keys ? { jwks: { keys: keys.keys } } : {};
  if (method === "private_key_jwt" && "jwks" in usableKeys)
    return { ...usableKeys, token_endpoint_auth_method: method };
  const generated = (why: string) =>
    notes.toDo(`application ${clientId}`, `${why}: licet apply generates a new one and prints it once`);
  const kept = secret !== undefined && /^[\x20-\x7E]{32,256}$/.test(secret);
  if (method === "private_key_jwt")
    generated("it signs with a key that is not in the export, so it gets a secret");
  else if (secret === undefined) generated(noSecret ?? "its secret is not in the export");
  else if (!kept) generated("its secret has less than 32 characters, or others than printable ASCII");
  return {
    ...(kept && method !== "private_key_jwt" && { client_secret: secret }),
    ...usableKeys,
    ...(method !== undefined && method !== "private_key_jwt" && { token_endpoint_auth_method: method }),
  };
}

function takeJwks(
  jwks: unknown,
  { parseClientJwks }: Rules,
): { readonly keys: readonly unknown[] } | { readonly issue: string } {
  try {
    return { keys: parseClientJwks(jwks).keys };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return { issue: error.message };
  }
}
