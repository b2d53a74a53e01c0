import { ShopError } from "../shop-error.ts";
import { fetchJson } from "./fetch-json.ts";

/** What the shop needs to know of its issuer (OpenID Connect Discovery §3). */
export interface IssuerMetadata {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly jwksUri: string;
  readonly userinfoEndpoint: string | undefined;
  /** Undefined: the issuer has no way to sign out there. */
  readonly endSessionEndpoint: string | undefined;
  /** RFC 9207 §3: whether every answer names its issuer. */
  readonly namesItself: boolean;
}

export type Discover = () => Promise<IssuerMetadata>;

/** Asks when the first visitor comes, since the issuer may start later than the shop; a failure is not remembered. */
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
  // OpenID Connect Discovery §4.3: otherwise one issuer could speak for another.
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
    namesItself: body.authorization_response_iss_parameter_supported === true,
  };
}
