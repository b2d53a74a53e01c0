import { ShopError } from "../shop-error.ts";
import { fetchJson } from "./fetch-json.ts";

/** The metadata of the issuer that the shop uses (OpenID Connect Discovery §3). */
export interface IssuerMetadata {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly jwksUri: string;
  readonly userinfoEndpoint: string | undefined;
  /** Undefined when the issuer has no logout endpoint. */
  readonly endSessionEndpoint: string | undefined;
  /** RFC 9207 §3: the issuer sends `iss` in every authorization response. */
  readonly sendsIssuer: boolean;
}

export type Discover = () => Promise<IssuerMetadata>;

/** The first visit fetches the metadata, because the issuer may start after the shop. A failure is not cached. */
export function createDiscover(issuer: string): Discover {
  let found: IssuerMetadata | undefined;
  return async () => {
    found ??= await discover(issuer);
    return found;
  };
}

async function discover(issuer: string): Promise<IssuerMetadata> {
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const answer = await fetchJson(url);
  if (!answer?.isSuccess) throw new ShopError("issuer_unavailable", `no answer from ${url}`);
  const { body } = answer;
  // OpenID Connect Discovery §4.3: otherwise one issuer could impersonate another.
  if (body.issuer !== issuer) throw new ShopError("issuer_unavailable", `${url} is of another issuer`);
  const find = (name: string) => (typeof body[name] === "string" ? body[name] : undefined);
  const get = (name: string) => {
    const value = find(name);
    if (value === undefined) throw new ShopError("issuer_unavailable", `${url} names no ${name}`);
    return value;
  };
  return {
    issuer,
    authorizationEndpoint: get("authorization_endpoint"),
    tokenEndpoint: get("token_endpoint"),
    jwksUri: get("jwks_uri"),
    userinfoEndpoint: find("userinfo_endpoint"),
    endSessionEndpoint: find("end_session_endpoint"),
    sendsIssuer: body.authorization_response_iss_parameter_supported === true,
  };
}
