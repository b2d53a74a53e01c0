// Made by `npm run console:types` from the OpenAPI document. Do not edit.

export interface Calls {
  "GET /resources": {
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly search?: string };
    readonly answer: {
      readonly items: readonly {
        readonly name: string;
        readonly identifier: string;
        readonly signing_alg?: "ES256" | "RS256" | "EdDSA";
        readonly actions: Readonly<
          Record<string, { readonly description: Readonly<Record<string, string>> }>
        >;
        readonly id: string;
        readonly version: number;
        readonly created_at: string;
        readonly updated_at: string;
      }[];
      readonly next_cursor?: string;
    };
  };
  "POST /resources": {
    readonly body: {
      readonly name: string;
      readonly identifier: string;
      readonly signing_alg?: "ES256" | "RS256" | "EdDSA";
      readonly actions: Readonly<Record<string, { readonly description: Readonly<Record<string, string>> }>>;
    };
    readonly answer: {
      readonly name: string;
      readonly identifier: string;
      readonly signing_alg?: "ES256" | "RS256" | "EdDSA";
      readonly actions: Readonly<Record<string, { readonly description: Readonly<Record<string, string>> }>>;
      readonly id: string;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "GET /resources/{name}": {
    readonly params: { readonly name: string };
    readonly answer: {
      readonly name: string;
      readonly identifier: string;
      readonly signing_alg?: "ES256" | "RS256" | "EdDSA";
      readonly actions: Readonly<Record<string, { readonly description: Readonly<Record<string, string>> }>>;
      readonly id: string;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "PUT /resources/{name}": {
    readonly params: { readonly name: string };
    readonly body: {
      readonly identifier: string;
      readonly signing_alg?: "ES256" | "RS256" | "EdDSA";
      readonly actions: Readonly<Record<string, { readonly description: Readonly<Record<string, string>> }>>;
    };
    readonly answer: {
      readonly name: string;
      readonly identifier: string;
      readonly signing_alg?: "ES256" | "RS256" | "EdDSA";
      readonly actions: Readonly<Record<string, { readonly description: Readonly<Record<string, string>> }>>;
      readonly id: string;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "DELETE /resources/{name}": {
    readonly params: { readonly name: string };
    readonly query: { readonly cascade?: "true" | "false" };
    readonly answer: undefined;
  };
  "GET /permissions": {
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly search?: string };
    readonly answer: {
      readonly items: readonly {
        readonly name: string;
        readonly description: Readonly<Record<string, string>>;
        readonly id: string;
        readonly version: number;
        readonly created_at: string;
        readonly updated_at: string;
      }[];
      readonly next_cursor?: string;
    };
  };
  "POST /permissions": {
    readonly body: { readonly name: string; readonly description: Readonly<Record<string, string>> };
    readonly answer: {
      readonly name: string;
      readonly description: Readonly<Record<string, string>>;
      readonly id: string;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "GET /permissions/{name}": {
    readonly params: { readonly name: string };
    readonly answer: {
      readonly name: string;
      readonly description: Readonly<Record<string, string>>;
      readonly id: string;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "PUT /permissions/{name}": {
    readonly params: { readonly name: string };
    readonly body: { readonly description: Readonly<Record<string, string>> };
    readonly answer: {
      readonly name: string;
      readonly description: Readonly<Record<string, string>>;
      readonly id: string;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "DELETE /permissions/{name}": {
    readonly params: { readonly name: string };
    readonly query: { readonly cascade?: "true" | "false" };
    readonly answer: undefined;
  };
  "GET /roles": {
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly search?: string;
      readonly inherits?: string;
    };
    readonly answer: {
      readonly items: readonly {
        readonly name: string;
        readonly description?: string;
        readonly inherits?: readonly string[];
        readonly grants?: readonly { readonly permission: string; readonly when?: string }[];
        readonly id: string;
        readonly version: number;
        readonly created_at: string;
        readonly updated_at: string;
      }[];
      readonly next_cursor?: string;
    };
  };
  "POST /roles": {
    readonly body: {
      readonly name: string;
      readonly description?: string;
      readonly inherits?: readonly string[];
      readonly grants?: readonly { readonly permission: string; readonly when?: string }[];
    };
    readonly answer: {
      readonly name: string;
      readonly description?: string;
      readonly inherits?: readonly string[];
      readonly grants?: readonly { readonly permission: string; readonly when?: string }[];
      readonly id: string;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "GET /roles/{name}": {
    readonly params: { readonly name: string };
    readonly answer: {
      readonly name: string;
      readonly description?: string;
      readonly inherits?: readonly string[];
      readonly grants?: readonly { readonly permission: string; readonly when?: string }[];
      readonly id: string;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "PUT /roles/{name}": {
    readonly params: { readonly name: string };
    readonly body: {
      readonly description?: string;
      readonly inherits?: readonly string[];
      readonly grants?: readonly { readonly permission: string; readonly when?: string }[];
    };
    readonly answer: {
      readonly name: string;
      readonly description?: string;
      readonly inherits?: readonly string[];
      readonly grants?: readonly { readonly permission: string; readonly when?: string }[];
      readonly id: string;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "DELETE /roles/{name}": {
    readonly params: { readonly name: string };
    readonly query: { readonly cascade?: "true" | "false" };
    readonly answer: undefined;
  };
  "GET /groups": {
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly search?: string;
      readonly member?: string;
    };
    readonly answer: {
      readonly items: readonly {
        readonly name: string;
        readonly description?: string;
        readonly id: string;
        readonly version: number;
        readonly created_at: string;
        readonly updated_at: string;
      }[];
      readonly next_cursor?: string;
    };
  };
  "POST /groups": {
    readonly body: {
      readonly name: string;
      readonly description?: string;
      readonly members?: readonly string[];
    };
    readonly answer: {
      readonly name: string;
      readonly description?: string;
      readonly id: string;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "GET /groups/{name}": {
    readonly params: { readonly name: string };
    readonly answer: {
      readonly name: string;
      readonly description?: string;
      readonly id: string;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "PUT /groups/{name}": {
    readonly params: { readonly name: string };
    readonly body: { readonly description?: string; readonly members?: readonly string[] };
    readonly answer: {
      readonly name: string;
      readonly description?: string;
      readonly id: string;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "DELETE /groups/{name}": {
    readonly params: { readonly name: string };
    readonly query: { readonly cascade?: "true" | "false" };
    readonly answer: undefined;
  };
  "GET /users": {
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly search?: string;
      readonly enabled?: "true" | "false";
    };
    readonly answer: {
      readonly items: readonly {
        readonly id: string;
        readonly username: string;
        readonly email?: string;
        readonly name?: string;
        readonly attributes?: Readonly<Record<string, unknown>>;
        readonly enabled?: boolean;
        readonly version: number;
        readonly created_at: string;
        readonly updated_at: string;
      }[];
      readonly next_cursor?: string;
    };
  };
  "POST /users": {
    readonly body: {
      readonly id?: string;
      readonly username: string;
      readonly password?: string;
      readonly email?: string;
      readonly name?: string;
      readonly attributes?: Readonly<Record<string, unknown>>;
      readonly enabled?: boolean;
    };
    readonly answer: {
      readonly id: string;
      readonly username: string;
      readonly email?: string;
      readonly name?: string;
      readonly attributes?: Readonly<Record<string, unknown>>;
      readonly enabled?: boolean;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "GET /users/{id}": {
    readonly params: { readonly id: string };
    readonly answer: {
      readonly id: string;
      readonly username: string;
      readonly email?: string;
      readonly name?: string;
      readonly attributes?: Readonly<Record<string, unknown>>;
      readonly enabled?: boolean;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "PUT /users/{id}": {
    readonly params: { readonly id: string };
    readonly body: {
      readonly id?: string;
      readonly password?: string;
      readonly email?: string;
      readonly name?: string;
      readonly attributes?: Readonly<Record<string, unknown>>;
      readonly enabled?: boolean;
    };
    readonly answer: {
      readonly id: string;
      readonly username: string;
      readonly email?: string;
      readonly name?: string;
      readonly attributes?: Readonly<Record<string, unknown>>;
      readonly enabled?: boolean;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "DELETE /users/{id}": {
    readonly params: { readonly id: string };
    readonly query: { readonly cascade?: "true" | "false" };
    readonly answer: undefined;
  };
  "GET /applications": {
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly search?: string;
      readonly type?: "service" | "web" | "spa" | "native";
      readonly enabled?: "true" | "false";
    };
    readonly answer: {
      readonly items: readonly {
        readonly client_id?: string;
        readonly name?: string;
        readonly type: "service" | "web" | "spa" | "native";
        readonly enabled?: boolean;
        readonly redirect_uris?: readonly string[];
        readonly post_logout_redirect_uris?: readonly string[];
        readonly require_pkce?: boolean;
        readonly first_party?: boolean;
        readonly delegated?: readonly {
          readonly scope: string;
          readonly consent?: "required" | "optional" | "implicit";
        }[];
        readonly token_endpoint_auth_method?:
          | "client_secret_post"
          | "client_secret_basic"
          | "private_key_jwt"
          | "none";
        readonly jwks?: { readonly keys: readonly Readonly<Record<string, unknown>>[] };
        readonly id_token_signed_response_alg?: "RS256" | "ES256";
        readonly serves?: readonly string[];
        readonly home_page?: string;
        readonly backchannel_logout_uri?: string;
        readonly has_logo: boolean;
        readonly id: string;
        readonly version: number;
        readonly created_at: string;
        readonly updated_at: string;
      }[];
      readonly next_cursor?: string;
    };
  };
  "POST /applications": {
    readonly body: {
      readonly client_id?: string;
      readonly client_secret?: string;
      readonly name?: string;
      readonly type: "service" | "web" | "spa" | "native";
      readonly enabled?: boolean;
      readonly redirect_uris?: readonly string[];
      readonly post_logout_redirect_uris?: readonly string[];
      readonly require_pkce?: boolean;
      readonly first_party?: boolean;
      readonly delegated?: readonly {
        readonly scope: string;
        readonly consent?: "required" | "optional" | "implicit";
      }[];
      readonly token_endpoint_auth_method?:
        | "client_secret_post"
        | "client_secret_basic"
        | "private_key_jwt"
        | "none";
      readonly jwks?: { readonly keys: readonly Readonly<Record<string, unknown>>[] };
      readonly id_token_signed_response_alg?: "RS256" | "ES256";
      readonly serves?: readonly string[];
      readonly home_page?: string;
      readonly backchannel_logout_uri?: string;
    };
    readonly answer: {
      readonly client_id?: string;
      readonly name?: string;
      readonly type: "service" | "web" | "spa" | "native";
      readonly enabled?: boolean;
      readonly redirect_uris?: readonly string[];
      readonly post_logout_redirect_uris?: readonly string[];
      readonly require_pkce?: boolean;
      readonly first_party?: boolean;
      readonly delegated?: readonly {
        readonly scope: string;
        readonly consent?: "required" | "optional" | "implicit";
      }[];
      readonly token_endpoint_auth_method?:
        | "client_secret_post"
        | "client_secret_basic"
        | "private_key_jwt"
        | "none";
      readonly jwks?: { readonly keys: readonly Readonly<Record<string, unknown>>[] };
      readonly id_token_signed_response_alg?: "RS256" | "ES256";
      readonly serves?: readonly string[];
      readonly home_page?: string;
      readonly backchannel_logout_uri?: string;
      readonly has_logo: boolean;
      readonly id: string;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
      readonly client_secret?: string;
    };
  };
  "GET /applications/{client_id}": {
    readonly params: { readonly client_id: string };
    readonly answer: {
      readonly client_id?: string;
      readonly name?: string;
      readonly type: "service" | "web" | "spa" | "native";
      readonly enabled?: boolean;
      readonly redirect_uris?: readonly string[];
      readonly post_logout_redirect_uris?: readonly string[];
      readonly require_pkce?: boolean;
      readonly first_party?: boolean;
      readonly delegated?: readonly {
        readonly scope: string;
        readonly consent?: "required" | "optional" | "implicit";
      }[];
      readonly token_endpoint_auth_method?:
        | "client_secret_post"
        | "client_secret_basic"
        | "private_key_jwt"
        | "none";
      readonly jwks?: { readonly keys: readonly Readonly<Record<string, unknown>>[] };
      readonly id_token_signed_response_alg?: "RS256" | "ES256";
      readonly serves?: readonly string[];
      readonly home_page?: string;
      readonly backchannel_logout_uri?: string;
      readonly has_logo: boolean;
      readonly id: string;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "PUT /applications/{client_id}": {
    readonly params: { readonly client_id: string };
    readonly body: {
      readonly client_secret?: string;
      readonly name?: string;
      readonly type: "service" | "web" | "spa" | "native";
      readonly enabled?: boolean;
      readonly redirect_uris?: readonly string[];
      readonly post_logout_redirect_uris?: readonly string[];
      readonly require_pkce?: boolean;
      readonly first_party?: boolean;
      readonly delegated?: readonly {
        readonly scope: string;
        readonly consent?: "required" | "optional" | "implicit";
      }[];
      readonly token_endpoint_auth_method?:
        | "client_secret_post"
        | "client_secret_basic"
        | "private_key_jwt"
        | "none";
      readonly jwks?: { readonly keys: readonly Readonly<Record<string, unknown>>[] };
      readonly id_token_signed_response_alg?: "RS256" | "ES256";
      readonly serves?: readonly string[];
      readonly home_page?: string;
      readonly backchannel_logout_uri?: string;
    };
    readonly answer:
      | {
          readonly client_id?: string;
          readonly name?: string;
          readonly type: "service" | "web" | "spa" | "native";
          readonly enabled?: boolean;
          readonly redirect_uris?: readonly string[];
          readonly post_logout_redirect_uris?: readonly string[];
          readonly require_pkce?: boolean;
          readonly first_party?: boolean;
          readonly delegated?: readonly {
            readonly scope: string;
            readonly consent?: "required" | "optional" | "implicit";
          }[];
          readonly token_endpoint_auth_method?:
            | "client_secret_post"
            | "client_secret_basic"
            | "private_key_jwt"
            | "none";
          readonly jwks?: { readonly keys: readonly Readonly<Record<string, unknown>>[] };
          readonly id_token_signed_response_alg?: "RS256" | "ES256";
          readonly serves?: readonly string[];
          readonly home_page?: string;
          readonly backchannel_logout_uri?: string;
          readonly has_logo: boolean;
          readonly id: string;
          readonly version: number;
          readonly created_at: string;
          readonly updated_at: string;
        }
      | {
          readonly client_id?: string;
          readonly name?: string;
          readonly type: "service" | "web" | "spa" | "native";
          readonly enabled?: boolean;
          readonly redirect_uris?: readonly string[];
          readonly post_logout_redirect_uris?: readonly string[];
          readonly require_pkce?: boolean;
          readonly first_party?: boolean;
          readonly delegated?: readonly {
            readonly scope: string;
            readonly consent?: "required" | "optional" | "implicit";
          }[];
          readonly token_endpoint_auth_method?:
            | "client_secret_post"
            | "client_secret_basic"
            | "private_key_jwt"
            | "none";
          readonly jwks?: { readonly keys: readonly Readonly<Record<string, unknown>>[] };
          readonly id_token_signed_response_alg?: "RS256" | "ES256";
          readonly serves?: readonly string[];
          readonly home_page?: string;
          readonly backchannel_logout_uri?: string;
          readonly has_logo: boolean;
          readonly id: string;
          readonly version: number;
          readonly created_at: string;
          readonly updated_at: string;
          readonly client_secret?: string;
        };
  };
  "DELETE /applications/{client_id}": {
    readonly params: { readonly client_id: string };
    readonly query: { readonly cascade?: "true" | "false" };
    readonly answer: undefined;
  };
  "GET /users/{id}/sessions": {
    readonly params: { readonly id: string };
    readonly answer: {
      readonly items: readonly {
        readonly id: string;
        readonly created_at: string;
        readonly last_seen_at: string;
        readonly expires_at: string;
        readonly ip: string;
        readonly user_agent: string;
      }[];
    };
  };
  "DELETE /users/{id}/sessions": { readonly params: { readonly id: string }; readonly answer: undefined };
  "DELETE /users/{id}/sessions/{session}": {
    readonly params: { readonly id: string; readonly session: string };
    readonly answer: undefined;
  };
  "GET /users/{id}/consents": {
    readonly params: { readonly id: string };
    readonly answer: {
      readonly items: readonly {
        readonly client_id: string;
        readonly items: readonly {
          readonly scope: string;
          readonly agreed: boolean;
          readonly decided_at: string;
          readonly expires_at: string;
        }[];
      }[];
    };
  };
  "DELETE /users/{id}/consents/{client_id}": {
    readonly params: { readonly id: string; readonly client_id: string };
    readonly query: { readonly scope?: string };
    readonly answer: undefined;
  };
  "POST /users/{id}/password-resets": {
    readonly params: { readonly id: string };
    readonly body: { readonly expires_in?: number };
    readonly answer: { readonly url: string; readonly expires_at: string };
  };
  "GET /users/{id}/lockout": {
    readonly params: { readonly id: string };
    readonly answer: { readonly locked: boolean; readonly failures: number; readonly locked_until?: string };
  };
  "DELETE /users/{id}/lockout": { readonly params: { readonly id: string }; readonly answer: undefined };
  "GET /resources/{name}/instances": {
    readonly params: { readonly name: string };
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly search?: string;
      readonly parent?: string;
    };
    readonly answer: {
      readonly items: readonly {
        readonly resource: string;
        readonly id: string;
        readonly parent?: string;
        readonly attributes?: Readonly<Record<string, unknown>>;
        readonly version: number;
        readonly created_at: string;
        readonly updated_at: string;
      }[];
      readonly next_cursor?: string;
    };
  };
  "GET /resources/{name}/instances/{id}": {
    readonly params: { readonly name: string; readonly id: string };
    readonly answer: {
      readonly resource: string;
      readonly id: string;
      readonly parent?: string;
      readonly attributes?: Readonly<Record<string, unknown>>;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "PUT /resources/{name}/instances/{id}": {
    readonly params: { readonly name: string; readonly id: string };
    readonly body: { readonly parent?: string; readonly attributes?: Readonly<Record<string, unknown>> };
    readonly answer: {
      readonly resource: string;
      readonly id: string;
      readonly parent?: string;
      readonly attributes?: Readonly<Record<string, unknown>>;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "DELETE /resources/{name}/instances/{id}": {
    readonly params: { readonly name: string; readonly id: string };
    readonly query: { readonly cascade?: "true" | "false" };
    readonly answer: undefined;
  };
  "GET /groups/{name}/members": {
    readonly params: { readonly name: string };
    readonly query: { readonly limit?: number; readonly cursor?: string };
    readonly answer: {
      readonly items: readonly {
        readonly group: string;
        readonly member: string;
        readonly id: string;
        readonly version: number;
        readonly created_at: string;
        readonly updated_at: string;
      }[];
      readonly next_cursor?: string;
    };
  };
  "GET /users/{id}/groups": {
    readonly params: { readonly id: string };
    readonly query: { readonly limit?: number; readonly cursor?: string };
    readonly answer: {
      readonly items: readonly {
        readonly group: string;
        readonly member: string;
        readonly id: string;
        readonly version: number;
        readonly created_at: string;
        readonly updated_at: string;
      }[];
      readonly next_cursor?: string;
    };
  };
  "PUT /groups/{name}/members/{member}": {
    readonly params: { readonly name: string; readonly member: string };
    readonly answer: {
      readonly group: string;
      readonly member: string;
      readonly id: string;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "DELETE /groups/{name}/members/{member}": {
    readonly params: { readonly name: string; readonly member: string };
    readonly answer: undefined;
  };
  "GET /applications/{client_id}/secrets": {
    readonly params: { readonly client_id: string };
    readonly answer: {
      readonly items: readonly {
        readonly id: string;
        readonly hint: string;
        readonly expires_at?: string;
        readonly last_used_at?: string;
        readonly version: number;
        readonly created_at: string;
        readonly updated_at: string;
      }[];
    };
  };
  "POST /applications/{client_id}/secrets": {
    readonly params: { readonly client_id: string };
    readonly body: { readonly client_secret?: string; readonly expires_at?: string };
    readonly answer: {
      readonly id: string;
      readonly client_secret: string;
      readonly hint: string;
      readonly expires_at?: string;
    };
  };
  "DELETE /applications/{client_id}/secrets/{id}": {
    readonly params: { readonly client_id: string; readonly id: string };
    readonly answer: undefined;
  };
  "GET /applications/{client_id}/logo": {
    readonly params: { readonly client_id: string };
    readonly answer: { readonly media_type: string; readonly digest: string; readonly size: number };
  };
  "PUT /applications/{client_id}/logo": {
    readonly params: { readonly client_id: string };
    readonly body: { readonly data: string };
    readonly answer: { readonly media_type: string; readonly digest: string; readonly size: number };
  };
  "DELETE /applications/{client_id}/logo": {
    readonly params: { readonly client_id: string };
    readonly answer: undefined;
  };
  "GET /access-accounts": {
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly search?: string;
      readonly application?: string;
      readonly enabled?: "true" | "false";
    };
    readonly answer: {
      readonly items: readonly {
        readonly access_key?: string;
        readonly name?: string;
        readonly ceiling?: readonly string[];
        readonly enabled?: boolean;
        readonly expires_at?: string;
        readonly application: string;
        readonly id: string;
        readonly version: number;
        readonly created_at: string;
        readonly updated_at: string;
      }[];
      readonly next_cursor?: string;
    };
  };
  "GET /access-accounts/{access_key}": {
    readonly params: { readonly access_key: string };
    readonly answer: {
      readonly access_key?: string;
      readonly name?: string;
      readonly ceiling?: readonly string[];
      readonly enabled?: boolean;
      readonly expires_at?: string;
      readonly application: string;
      readonly id: string;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "GET /applications/{client_id}/access-accounts": {
    readonly params: { readonly client_id: string };
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly search?: string;
      readonly enabled?: "true" | "false";
    };
    readonly answer: {
      readonly items: readonly {
        readonly access_key?: string;
        readonly name?: string;
        readonly ceiling?: readonly string[];
        readonly enabled?: boolean;
        readonly expires_at?: string;
        readonly application: string;
        readonly id: string;
        readonly version: number;
        readonly created_at: string;
        readonly updated_at: string;
      }[];
      readonly next_cursor?: string;
    };
  };
  "POST /applications/{client_id}/access-accounts": {
    readonly params: { readonly client_id: string };
    readonly body: {
      readonly access_key?: string;
      readonly secret_key?: string;
      readonly name?: string;
      readonly ceiling?: readonly string[];
      readonly enabled?: boolean;
      readonly expires_at?: string;
    };
    readonly answer: {
      readonly access_key?: string;
      readonly name?: string;
      readonly ceiling?: readonly string[];
      readonly enabled?: boolean;
      readonly expires_at?: string;
      readonly application: string;
      readonly id: string;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
      readonly secret_key?: string;
    };
  };
  "GET /applications/{client_id}/access-accounts/{access_key}": {
    readonly params: { readonly client_id: string; readonly access_key: string };
    readonly answer: {
      readonly access_key?: string;
      readonly name?: string;
      readonly ceiling?: readonly string[];
      readonly enabled?: boolean;
      readonly expires_at?: string;
      readonly application: string;
      readonly id: string;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "PUT /applications/{client_id}/access-accounts/{access_key}": {
    readonly params: { readonly client_id: string; readonly access_key: string };
    readonly body: {
      readonly secret_key?: string;
      readonly name?: string;
      readonly ceiling?: readonly string[];
      readonly enabled?: boolean;
      readonly expires_at?: string;
    };
    readonly answer:
      | {
          readonly access_key?: string;
          readonly name?: string;
          readonly ceiling?: readonly string[];
          readonly enabled?: boolean;
          readonly expires_at?: string;
          readonly application: string;
          readonly id: string;
          readonly version: number;
          readonly created_at: string;
          readonly updated_at: string;
        }
      | {
          readonly access_key?: string;
          readonly name?: string;
          readonly ceiling?: readonly string[];
          readonly enabled?: boolean;
          readonly expires_at?: string;
          readonly application: string;
          readonly id: string;
          readonly version: number;
          readonly created_at: string;
          readonly updated_at: string;
          readonly secret_key?: string;
        };
  };
  "DELETE /applications/{client_id}/access-accounts/{access_key}": {
    readonly params: { readonly client_id: string; readonly access_key: string };
    readonly query: { readonly cascade?: "true" | "false" };
    readonly answer: undefined;
  };
  "GET /applications/{client_id}/access-accounts/{access_key}/secrets": {
    readonly params: { readonly client_id: string; readonly access_key: string };
    readonly answer: {
      readonly items: readonly {
        readonly id: string;
        readonly hint: string;
        readonly expires_at?: string;
        readonly last_used_at?: string;
        readonly version: number;
        readonly created_at: string;
        readonly updated_at: string;
      }[];
    };
  };
  "POST /applications/{client_id}/access-accounts/{access_key}/secrets": {
    readonly params: { readonly client_id: string; readonly access_key: string };
    readonly body: { readonly secret_key?: string; readonly expires_at?: string };
    readonly answer: {
      readonly id: string;
      readonly secret_key: string;
      readonly hint: string;
      readonly expires_at?: string;
    };
  };
  "DELETE /applications/{client_id}/access-accounts/{access_key}/secrets/{id}": {
    readonly params: { readonly client_id: string; readonly access_key: string; readonly id: string };
    readonly answer: undefined;
  };
  "GET /assignments": {
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly principal?: string;
      readonly role?: string;
      readonly permission?: string;
      readonly at?: string;
    };
    readonly answer: {
      readonly items: readonly {
        readonly principal: string;
        readonly role?: string;
        readonly permission?: string;
        readonly at?: string;
        readonly when?: string;
        readonly expires_at?: string;
        readonly principal_details?: {
          readonly name: string;
          readonly username?: string;
          readonly application?: string;
          readonly application_name?: string;
        };
        readonly id: string;
        readonly version: number;
        readonly created_at: string;
        readonly updated_at: string;
      }[];
      readonly next_cursor?: string;
    };
  };
  "POST /assignments": {
    readonly body: {
      readonly principal: string;
      readonly role?: string;
      readonly permission?: string;
      readonly at?: string;
      readonly when?: string;
      readonly expires_at?: string;
    };
    readonly answer: {
      readonly principal: string;
      readonly role?: string;
      readonly permission?: string;
      readonly at?: string;
      readonly when?: string;
      readonly expires_at?: string;
      readonly principal_details?: {
        readonly name: string;
        readonly username?: string;
        readonly application?: string;
        readonly application_name?: string;
      };
      readonly id: string;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "POST /assignments:batch": {
    readonly body: {
      readonly create?: readonly {
        readonly principal: string;
        readonly role?: string;
        readonly permission?: string;
        readonly at?: string;
        readonly when?: string;
        readonly expires_at?: string;
      }[];
      readonly delete?: readonly string[];
    };
    readonly answer: {
      readonly created: readonly {
        readonly id: string;
        readonly effect: "created" | "updated" | "unchanged";
      }[];
      readonly deleted: readonly string[];
      readonly revision: number;
    };
  };
  "GET /assignments/{id}": {
    readonly params: { readonly id: string };
    readonly answer: {
      readonly principal: string;
      readonly role?: string;
      readonly permission?: string;
      readonly at?: string;
      readonly when?: string;
      readonly expires_at?: string;
      readonly principal_details?: {
        readonly name: string;
        readonly username?: string;
        readonly application?: string;
        readonly application_name?: string;
      };
      readonly id: string;
      readonly version: number;
      readonly created_at: string;
      readonly updated_at: string;
    };
  };
  "DELETE /assignments/{id}": { readonly params: { readonly id: string }; readonly answer: undefined };
  "GET /keys": {
    readonly answer: {
      readonly items: readonly {
        readonly kid: string;
        readonly algorithm: "ES256" | "RS256" | "EdDSA";
        readonly stage: string;
        readonly created_at: string;
        readonly activates_at: string;
        readonly stops_signing_at?: string;
        readonly gone_at?: string;
      }[];
    };
  };
  "POST /keys:rotate": {
    readonly body: { readonly algorithm?: "ES256" | "RS256" | "EdDSA" };
    readonly answer: {
      readonly added: boolean;
      readonly key: {
        readonly kid: string;
        readonly algorithm: "ES256" | "RS256" | "EdDSA";
        readonly stage: string;
        readonly created_at: string;
        readonly activates_at: string;
        readonly stops_signing_at?: string;
        readonly gone_at?: string;
      };
    };
  };
  "GET /audit": {
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
      readonly type?: string;
      readonly actor?: string;
      readonly target?: string;
      readonly request_id?: string;
      readonly except_application?: string;
      readonly from?: string;
      readonly to?: string;
      readonly after?: string;
    };
    readonly answer: {
      readonly items: readonly {
        readonly id: number;
        readonly at: string;
        readonly type: string;
        readonly actor: string;
        readonly target?: string;
        readonly ip?: string;
        readonly request_id?: string;
        readonly data?: {
          readonly revision?: number;
          readonly because?: string;
          readonly principal?: string;
          readonly role?: string;
          readonly permission?: string;
          readonly at?: string;
          readonly conditional?: true;
          readonly expires_at?: string;
          readonly replaced?: true;
          readonly group?: string;
          readonly member?: string;
          readonly count?: number;
        } & Readonly<Record<string, unknown>>;
      }[];
      readonly next_cursor?: string;
    };
  };
  "GET /stats": {
    readonly query: {
      readonly name: string | readonly string[];
      readonly bucket?: "minute" | "hour" | "day";
      readonly from?: string;
      readonly to?: string;
    };
    readonly answer: {
      readonly name?: string;
      readonly bucket: "minute" | "hour" | "day";
      readonly items: readonly {
        readonly name: string;
        readonly minute: string;
        readonly label: string;
        readonly count: number;
      }[];
    };
  };
  "POST /conditions:check": {
    readonly body: { readonly condition: string };
    readonly answer:
      | { readonly valid: true; readonly reads: readonly string[] }
      | {
          readonly valid: false;
          readonly problem: string;
          readonly position?: { readonly line: number; readonly column: number };
        };
  };
  "GET /secrets:expiring": {
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly within_days?: number };
    readonly answer: {
      readonly items: readonly {
        readonly id: string;
        readonly hint: string;
        readonly expires_at: string;
        readonly client_id: string;
        readonly access_key?: string;
      }[];
      readonly next_cursor?: string;
    };
  };
  "GET /nodes": {
    readonly answer: {
      readonly items: readonly {
        readonly id: string;
        readonly host: string;
        readonly version: string;
        readonly engine: "sqlite" | "postgres";
        readonly started_at: string;
        readonly seen_at: string;
        readonly revision: number;
      }[];
    };
  };
  "GET /about": {
    readonly answer: {
      readonly version: string;
      readonly issuer: string;
      readonly engine: "sqlite" | "postgres";
      readonly brand: { readonly name: string; readonly colour?: string };
      readonly lifetimes: Readonly<Record<string, number>>;
      readonly limits: Readonly<Record<string, number>>;
    };
  };
  "POST /check": {
    readonly body: {
      readonly subject:
        | string
        | {
            readonly type: "user" | "group" | "application" | "access_account";
            readonly id: string;
            readonly attributes?: Readonly<Record<string, unknown>>;
          };
      readonly permission: string;
      readonly resource?:
        | string
        | {
            readonly type: string;
            readonly id: string;
            readonly attributes?: Readonly<Record<string, unknown>>;
          };
      readonly context?: {
        readonly ip?: string;
        readonly time?: number | string;
        readonly grant_type?: string;
        readonly acr?: string;
        readonly amr?: readonly string[];
        readonly auth_time?: number | string;
        readonly client?: {
          readonly id: string;
          readonly application?: string;
          readonly type?: string;
          readonly name?: string;
        };
      } & Readonly<Record<string, unknown>>;
      readonly at_least?: number;
    };
    readonly answer: { readonly allowed: boolean; readonly revision: number };
  };
  "GET /users/{id}/permissions/{permission}": {
    readonly params: { readonly id: string; readonly permission: string };
    readonly query: {
      readonly resource?:
        | string
        | {
            readonly type: string;
            readonly id: string;
            readonly attributes?: Readonly<Record<string, unknown>>;
          };
      readonly at_least?: number;
    };
    readonly answer: { readonly allowed: boolean; readonly revision: number };
  };
  "POST /check:batch": {
    readonly body: {
      readonly defaults?: {
        readonly subject?:
          | string
          | {
              readonly type: "user" | "group" | "application" | "access_account";
              readonly id: string;
              readonly attributes?: Readonly<Record<string, unknown>>;
            };
        readonly permission?: string;
        readonly resource?:
          | string
          | {
              readonly type: string;
              readonly id: string;
              readonly attributes?: Readonly<Record<string, unknown>>;
            };
        readonly context?: {
          readonly ip?: string;
          readonly time?: number | string;
          readonly grant_type?: string;
          readonly acr?: string;
          readonly amr?: readonly string[];
          readonly auth_time?: number | string;
          readonly client?: {
            readonly id: string;
            readonly application?: string;
            readonly type?: string;
            readonly name?: string;
          };
        } & Readonly<Record<string, unknown>>;
      };
      readonly checks: readonly {
        readonly subject?:
          | string
          | {
              readonly type: "user" | "group" | "application" | "access_account";
              readonly id: string;
              readonly attributes?: Readonly<Record<string, unknown>>;
            };
        readonly permission?: string;
        readonly resource?:
          | string
          | {
              readonly type: string;
              readonly id: string;
              readonly attributes?: Readonly<Record<string, unknown>>;
            };
        readonly context?: {
          readonly ip?: string;
          readonly time?: number | string;
          readonly grant_type?: string;
          readonly acr?: string;
          readonly amr?: readonly string[];
          readonly auth_time?: number | string;
          readonly client?: {
            readonly id: string;
            readonly application?: string;
            readonly type?: string;
            readonly name?: string;
          };
        } & Readonly<Record<string, unknown>>;
      }[];
      readonly stop_on?: "first_deny" | "first_allow";
      readonly at_least?: number;
    };
    readonly answer: {
      readonly results: readonly { readonly allowed: boolean }[];
      readonly revision: number;
    };
  };
  "POST /check:explain": {
    readonly body: {
      readonly subject:
        | string
        | {
            readonly type: "user" | "group" | "application" | "access_account";
            readonly id: string;
            readonly attributes?: Readonly<Record<string, unknown>>;
          };
      readonly permission: string;
      readonly resource?:
        | string
        | {
            readonly type: string;
            readonly id: string;
            readonly attributes?: Readonly<Record<string, unknown>>;
          };
      readonly context?: {
        readonly ip?: string;
        readonly time?: number | string;
        readonly grant_type?: string;
        readonly acr?: string;
        readonly amr?: readonly string[];
        readonly auth_time?: number | string;
        readonly client?: {
          readonly id: string;
          readonly application?: string;
          readonly type?: string;
          readonly name?: string;
        };
      } & Readonly<Record<string, unknown>>;
      readonly at_least?: number;
    };
    readonly answer:
      | {
          readonly via: {
            readonly principals: readonly string[];
            readonly assignment: {
              readonly id: string;
              readonly principal: string;
              readonly role?: string;
              readonly permission?: string;
              readonly at?: string;
              readonly when?: string;
              readonly expires_at?: string;
            };
            readonly instances: readonly string[];
            readonly permission: string;
            readonly roles: readonly string[];
            readonly grant: string;
            readonly conditions: readonly {
              readonly of: "assignment" | "role";
              readonly source: string;
              readonly outcome: "true" | "false" | "missing";
              readonly values: Readonly<Record<string, unknown>>;
              readonly missing: readonly string[];
              readonly values_withheld?: readonly {
                readonly input: string;
                readonly lacking: readonly string[];
              }[];
            }[];
          };
          readonly within?:
            | { readonly ceiling: string }
            | {
                readonly via: {
                  readonly principals: readonly string[];
                  readonly assignment: {
                    readonly id: string;
                    readonly principal: string;
                    readonly role?: string;
                    readonly permission?: string;
                    readonly at?: string;
                    readonly when?: string;
                    readonly expires_at?: string;
                  };
                  readonly instances: readonly string[];
                  readonly permission: string;
                  readonly roles: readonly string[];
                  readonly grant: string;
                  readonly conditions: readonly {
                    readonly of: "assignment" | "role";
                    readonly source: string;
                    readonly outcome: "true" | "false" | "missing";
                    readonly values: Readonly<Record<string, unknown>>;
                    readonly missing: readonly string[];
                    readonly values_withheld?: readonly {
                      readonly input: string;
                      readonly lacking: readonly string[];
                    }[];
                  }[];
                };
              };
          readonly expires_at?: string;
          readonly allowed: true;
          readonly revision: number;
        }
      | {
          readonly reason: string;
          readonly near_misses: readonly {
            readonly principals: readonly string[];
            readonly assignment: {
              readonly id: string;
              readonly principal: string;
              readonly role?: string;
              readonly permission?: string;
              readonly at?: string;
              readonly when?: string;
              readonly expires_at?: string;
            };
            readonly instances: readonly string[];
            readonly permission: string;
            readonly roles: readonly string[];
            readonly grant: string;
            readonly conditions: readonly {
              readonly of: "assignment" | "role";
              readonly source: string;
              readonly outcome: "true" | "false" | "missing";
              readonly values: Readonly<Record<string, unknown>>;
              readonly missing: readonly string[];
              readonly values_withheld?: readonly {
                readonly input: string;
                readonly lacking: readonly string[];
              }[];
            }[];
            readonly obstacles: readonly (
              | { readonly kind: "expired"; readonly expired_at: string }
              | { readonly kind: "elsewhere"; readonly at: string }
              | {
                  readonly kind: "condition";
                  readonly condition: {
                    readonly of: "assignment" | "role";
                    readonly source: string;
                    readonly outcome: "true" | "false" | "missing";
                    readonly values: Readonly<Record<string, unknown>>;
                    readonly missing: readonly string[];
                    readonly values_withheld?: readonly {
                      readonly input: string;
                      readonly lacking: readonly string[];
                    }[];
                  };
                }
            )[];
          }[];
          readonly mends: readonly (
            | {
                readonly text: string;
                readonly kind: "unknown_subject" | "enable_subject";
                readonly subject: string;
              }
            | {
                readonly text: string;
                readonly kind: "other_permissions";
                readonly resource: string;
                readonly permissions: readonly string[];
              }
            | {
                readonly text: string;
                readonly kind: "unknown_permission";
                readonly permission: string;
                readonly nearest?: string;
              }
            | { readonly text: string; readonly kind: "no_instance" | "no_resource" }
            | { readonly text: string; readonly kind: "instance_of"; readonly resource: string }
            | { readonly text: string; readonly kind: "resource_of"; readonly identifier: string }
            | { readonly text: string; readonly kind: "request_separately"; readonly identifier: string }
            | { readonly text: string; readonly kind: "ask_about"; readonly instance: string }
            | {
                readonly text: string;
                readonly kind: "ask_for";
                readonly scope: string;
                readonly instance: string;
              }
            | { readonly text: string; readonly kind: "prolong"; readonly assignment: string }
            | {
                readonly text: string;
                readonly kind: "assign";
                readonly change: {
                  readonly assignments: readonly {
                    readonly principal: string;
                    readonly permission: string;
                    readonly at?: string;
                  }[];
                };
              }
            | {
                readonly text: string;
                readonly kind: "give_role";
                readonly principal: string;
                readonly roles: readonly string[];
                readonly more: number;
              }
            | {
                readonly text: string;
                readonly kind: "raise_ceiling";
                readonly account: string;
                readonly ceiling: readonly string[];
                readonly permission: string;
              }
            | { readonly text: string; readonly kind: "bring"; readonly missing: readonly string[] }
            | {
                readonly text: string;
                readonly kind: "satisfy";
                readonly condition: string;
                readonly reads: readonly string[];
              }
            | { readonly text: string; readonly kind: "delegate"; readonly scope: string }
            | { readonly text: string; readonly kind: "ask_user_again" | "act_for_user" }
          )[];
          readonly allowed: false;
          readonly revision: number;
        };
  };
  "POST /list/permissions": {
    readonly body: {
      readonly subject:
        | string
        | {
            readonly type: "user" | "group" | "application" | "access_account";
            readonly id: string;
            readonly attributes?: Readonly<Record<string, unknown>>;
          };
      readonly resource?:
        | string
        | {
            readonly type: string;
            readonly id?: string;
            readonly attributes?: Readonly<Record<string, unknown>>;
          };
      readonly explain?: boolean;
      readonly context?: {
        readonly ip?: string;
        readonly time?: number | string;
        readonly grant_type?: string;
        readonly acr?: string;
        readonly amr?: readonly string[];
        readonly auth_time?: number | string;
        readonly client?: {
          readonly id: string;
          readonly application?: string;
          readonly type?: string;
          readonly name?: string;
        };
      } & Readonly<Record<string, unknown>>;
      readonly at_least?: number;
      readonly limit?: number;
      readonly cursor?: string;
      readonly deadline_ms?: number;
    };
    readonly answer: {
      readonly items: readonly {
        readonly via?: {
          readonly principals: readonly string[];
          readonly assignment: {
            readonly id: string;
            readonly principal: string;
            readonly role?: string;
            readonly permission?: string;
            readonly at?: string;
            readonly when?: string;
            readonly expires_at?: string;
          };
          readonly instances: readonly string[];
          readonly permission: string;
          readonly roles: readonly string[];
          readonly grant: string;
          readonly conditions: readonly {
            readonly of: "assignment" | "role";
            readonly source: string;
            readonly outcome: "true" | "false" | "missing";
            readonly values: Readonly<Record<string, unknown>>;
            readonly missing: readonly string[];
            readonly values_withheld?: readonly {
              readonly input: string;
              readonly lacking: readonly string[];
            }[];
          }[];
        };
        readonly within?:
          | { readonly ceiling: string }
          | {
              readonly via: {
                readonly principals: readonly string[];
                readonly assignment: {
                  readonly id: string;
                  readonly principal: string;
                  readonly role?: string;
                  readonly permission?: string;
                  readonly at?: string;
                  readonly when?: string;
                  readonly expires_at?: string;
                };
                readonly instances: readonly string[];
                readonly permission: string;
                readonly roles: readonly string[];
                readonly grant: string;
                readonly conditions: readonly {
                  readonly of: "assignment" | "role";
                  readonly source: string;
                  readonly outcome: "true" | "false" | "missing";
                  readonly values: Readonly<Record<string, unknown>>;
                  readonly missing: readonly string[];
                  readonly values_withheld?: readonly {
                    readonly input: string;
                    readonly lacking: readonly string[];
                  }[];
                }[];
              };
            };
        readonly expires_at?: string;
        readonly permission: string;
      }[];
      readonly next_cursor?: string;
      readonly revision: number;
    };
  };
  "POST /list/resources": {
    readonly body: {
      readonly subject:
        | string
        | {
            readonly type: "user" | "group" | "application" | "access_account";
            readonly id: string;
            readonly attributes?: Readonly<Record<string, unknown>>;
          };
      readonly permission: string;
      readonly context?: {
        readonly ip?: string;
        readonly time?: number | string;
        readonly grant_type?: string;
        readonly acr?: string;
        readonly amr?: readonly string[];
        readonly auth_time?: number | string;
        readonly client?: {
          readonly id: string;
          readonly application?: string;
          readonly type?: string;
          readonly name?: string;
        };
      } & Readonly<Record<string, unknown>>;
      readonly at_least?: number;
      readonly limit?: number;
      readonly cursor?: string;
      readonly deadline_ms?: number;
    };
    readonly answer: {
      readonly items: readonly { readonly type: string; readonly id: string }[];
      readonly next_cursor?: string;
      readonly revision: number;
      readonly all: boolean;
    };
  };
  "POST /list/subjects": {
    readonly body: {
      readonly permission: string;
      readonly resource?:
        | string
        | {
            readonly type: string;
            readonly id: string;
            readonly attributes?: Readonly<Record<string, unknown>>;
          };
      readonly type?: "user" | "application";
      readonly context?: {
        readonly ip?: string;
        readonly time?: number | string;
        readonly grant_type?: string;
        readonly acr?: string;
        readonly amr?: readonly string[];
        readonly auth_time?: number | string;
        readonly client?: {
          readonly id: string;
          readonly application?: string;
          readonly type?: string;
          readonly name?: string;
        };
      } & Readonly<Record<string, unknown>>;
      readonly at_least?: number;
      readonly limit?: number;
      readonly cursor?: string;
      readonly deadline_ms?: number;
    };
    readonly answer: {
      readonly items: readonly {
        readonly type: "user" | "application";
        readonly id: string;
        readonly name?: string;
      }[];
      readonly next_cursor?: string;
      readonly revision: number;
    };
  };
  "POST /scopes:resolve": {
    readonly body: {
      readonly client_id: string;
      readonly user?: string;
      readonly scope?: string;
      readonly resource?: readonly string[];
      readonly ip?: string;
      readonly at_least?: number;
    };
    readonly answer:
      | {
          readonly issued: true;
          readonly scope: string;
          readonly scope_rejected: string;
          readonly granted: readonly {
            readonly scope: string;
            readonly asked: string;
            readonly via?: {
              readonly principals: readonly string[];
              readonly assignment: {
                readonly id: string;
                readonly principal: string;
                readonly role?: string;
                readonly permission?: string;
                readonly at?: string;
                readonly when?: string;
                readonly expires_at?: string;
              };
              readonly instances: readonly string[];
              readonly permission: string;
              readonly roles: readonly string[];
              readonly grant: string;
              readonly conditions: readonly {
                readonly of: "assignment" | "role";
                readonly source: string;
                readonly outcome: "true" | "false" | "missing";
                readonly values: Readonly<Record<string, unknown>>;
                readonly missing: readonly string[];
                readonly values_withheld?: readonly {
                  readonly input: string;
                  readonly lacking: readonly string[];
                }[];
              }[];
            };
          }[];
          readonly refused: readonly {
            readonly reason:
              | "unknown_scope"
              | "wrong_resource"
              | "needs_own_token"
              | "not_granted"
              | "client_not_allowed"
              | "key_ceiling"
              | "condition_failed"
              | "condition_missing_data"
              | "user_declined"
              | "not_for_this_grant";
            readonly near_misses: readonly {
              readonly principals: readonly string[];
              readonly assignment: {
                readonly id: string;
                readonly principal: string;
                readonly role?: string;
                readonly permission?: string;
                readonly at?: string;
                readonly when?: string;
                readonly expires_at?: string;
              };
              readonly instances: readonly string[];
              readonly permission: string;
              readonly roles: readonly string[];
              readonly grant: string;
              readonly conditions: readonly {
                readonly of: "assignment" | "role";
                readonly source: string;
                readonly outcome: "true" | "false" | "missing";
                readonly values: Readonly<Record<string, unknown>>;
                readonly missing: readonly string[];
                readonly values_withheld?: readonly {
                  readonly input: string;
                  readonly lacking: readonly string[];
                }[];
              }[];
              readonly obstacles: readonly (
                | { readonly kind: "expired"; readonly expired_at: string }
                | { readonly kind: "elsewhere"; readonly at: string }
                | {
                    readonly kind: "condition";
                    readonly condition: {
                      readonly of: "assignment" | "role";
                      readonly source: string;
                      readonly outcome: "true" | "false" | "missing";
                      readonly values: Readonly<Record<string, unknown>>;
                      readonly missing: readonly string[];
                      readonly values_withheld?: readonly {
                        readonly input: string;
                        readonly lacking: readonly string[];
                      }[];
                    };
                  }
              )[];
            }[];
            readonly mends: readonly (
              | {
                  readonly text: string;
                  readonly kind: "unknown_subject" | "enable_subject";
                  readonly subject: string;
                }
              | {
                  readonly text: string;
                  readonly kind: "other_permissions";
                  readonly resource: string;
                  readonly permissions: readonly string[];
                }
              | {
                  readonly text: string;
                  readonly kind: "unknown_permission";
                  readonly permission: string;
                  readonly nearest?: string;
                }
              | { readonly text: string; readonly kind: "no_instance" | "no_resource" }
              | { readonly text: string; readonly kind: "instance_of"; readonly resource: string }
              | { readonly text: string; readonly kind: "resource_of"; readonly identifier: string }
              | { readonly text: string; readonly kind: "request_separately"; readonly identifier: string }
              | { readonly text: string; readonly kind: "ask_about"; readonly instance: string }
              | {
                  readonly text: string;
                  readonly kind: "ask_for";
                  readonly scope: string;
                  readonly instance: string;
                }
              | { readonly text: string; readonly kind: "prolong"; readonly assignment: string }
              | {
                  readonly text: string;
                  readonly kind: "assign";
                  readonly change: {
                    readonly assignments: readonly {
                      readonly principal: string;
                      readonly permission: string;
                      readonly at?: string;
                    }[];
                  };
                }
              | {
                  readonly text: string;
                  readonly kind: "give_role";
                  readonly principal: string;
                  readonly roles: readonly string[];
                  readonly more: number;
                }
              | {
                  readonly text: string;
                  readonly kind: "raise_ceiling";
                  readonly account: string;
                  readonly ceiling: readonly string[];
                  readonly permission: string;
                }
              | { readonly text: string; readonly kind: "bring"; readonly missing: readonly string[] }
              | {
                  readonly text: string;
                  readonly kind: "satisfy";
                  readonly condition: string;
                  readonly reads: readonly string[];
                }
              | { readonly text: string; readonly kind: "delegate"; readonly scope: string }
              | { readonly text: string; readonly kind: "ask_user_again" | "act_for_user" }
            )[];
            readonly scope: string;
            readonly asked: string;
          }[];
          readonly resources: readonly string[];
          readonly expires_at?: string;
          readonly revision: number;
        }
      | {
          readonly issued: false;
          readonly error: string;
          readonly error_description: string;
          readonly revision: number;
        };
  };
  "POST /simulate": {
    readonly body: {
      readonly state?: {
        readonly resources?: readonly {
          readonly name: string;
          readonly identifier: string;
          readonly signing_alg?: "ES256" | "RS256" | "EdDSA";
          readonly actions: Readonly<
            Record<string, { readonly description: Readonly<Record<string, string>> }>
          >;
          readonly instances?: readonly {
            readonly id: string;
            readonly parent?: string;
            readonly attributes?: Readonly<Record<string, unknown>>;
          }[];
        }[];
        readonly permissions?: readonly {
          readonly name: string;
          readonly description: Readonly<Record<string, string>>;
        }[];
        readonly roles?: readonly {
          readonly name: string;
          readonly description?: string;
          readonly inherits?: readonly string[];
          readonly grants?: readonly { readonly permission: string; readonly when?: string }[];
        }[];
        readonly groups?: readonly {
          readonly name: string;
          readonly description?: string;
          readonly members?: readonly string[];
        }[];
        readonly users?: readonly {
          readonly id?: string;
          readonly username: string;
          readonly password?: string;
          readonly email?: string;
          readonly name?: string;
          readonly attributes?: Readonly<Record<string, unknown>>;
          readonly enabled?: boolean;
        }[];
        readonly applications?: readonly {
          readonly client_id?: string;
          readonly client_secret?: string;
          readonly name?: string;
          readonly type: "service" | "web" | "spa" | "native";
          readonly enabled?: boolean;
          readonly redirect_uris?: readonly string[];
          readonly post_logout_redirect_uris?: readonly string[];
          readonly require_pkce?: boolean;
          readonly first_party?: boolean;
          readonly delegated?: readonly {
            readonly scope: string;
            readonly consent?: "required" | "optional" | "implicit";
          }[];
          readonly token_endpoint_auth_method?:
            | "client_secret_post"
            | "client_secret_basic"
            | "private_key_jwt"
            | "none";
          readonly jwks?: { readonly keys: readonly Readonly<Record<string, unknown>>[] };
          readonly id_token_signed_response_alg?: "RS256" | "ES256";
          readonly serves?: readonly string[];
          readonly home_page?: string;
          readonly backchannel_logout_uri?: string;
          readonly access_accounts?: readonly {
            readonly access_key?: string;
            readonly secret_key?: string;
            readonly name?: string;
            readonly ceiling?: readonly string[];
            readonly enabled?: boolean;
            readonly expires_at?: string;
          }[];
        }[];
        readonly assignments?: readonly {
          readonly principal: string;
          readonly role?: string;
          readonly permission?: string;
          readonly at?: string;
          readonly when?: string;
          readonly expires_at?: string;
        }[];
        readonly instances?: readonly {
          readonly resource: string;
          readonly id: string;
          readonly parent?: string;
          readonly attributes?: Readonly<Record<string, unknown>>;
        }[];
        readonly memberships?: readonly { readonly group: string; readonly member: string }[];
        readonly access_accounts?: readonly {
          readonly access_key?: string;
          readonly secret_key?: string;
          readonly name?: string;
          readonly ceiling?: readonly string[];
          readonly enabled?: boolean;
          readonly expires_at?: string;
          readonly application: string;
        }[];
      };
      readonly delete?: readonly {
        readonly kind:
          | "resource"
          | "permission"
          | "role"
          | "group"
          | "membership"
          | "instance"
          | "assignment"
          | "application"
          | "access_account"
          | "user";
        readonly id: string;
        readonly cascade?: boolean;
      }[];
      readonly checks?: readonly {
        readonly subject:
          | string
          | {
              readonly type: "user" | "group" | "application" | "access_account";
              readonly id: string;
              readonly attributes?: Readonly<Record<string, unknown>>;
            };
        readonly permission: string;
        readonly resource?:
          | string
          | {
              readonly type: string;
              readonly id: string;
              readonly attributes?: Readonly<Record<string, unknown>>;
            };
        readonly context?: {
          readonly ip?: string;
          readonly time?: number | string;
          readonly grant_type?: string;
          readonly acr?: string;
          readonly amr?: readonly string[];
          readonly auth_time?: number | string;
          readonly client?: {
            readonly id: string;
            readonly application?: string;
            readonly type?: string;
            readonly name?: string;
          };
        } & Readonly<Record<string, unknown>>;
      }[];
      readonly context?: {
        readonly ip?: string;
        readonly time?: number | string;
        readonly grant_type?: string;
        readonly acr?: string;
        readonly amr?: readonly string[];
        readonly auth_time?: number | string;
        readonly client?: {
          readonly id: string;
          readonly application?: string;
          readonly type?: string;
          readonly name?: string;
        };
      } & Readonly<Record<string, unknown>>;
      readonly at_least?: number;
    };
    readonly answer: {
      readonly changes: readonly {
        readonly op: "put" | "delete";
        readonly kind: string;
        readonly id: string;
      }[];
      readonly subjects: readonly {
        readonly subject: string;
        readonly gains: readonly { readonly permission: string; readonly at?: string }[];
        readonly losses: readonly { readonly permission: string; readonly at?: string }[];
      }[];
      readonly truncated: boolean;
      readonly checks: readonly {
        readonly before: { readonly allowed: boolean };
        readonly after: { readonly allowed: boolean };
      }[];
      readonly revision: number;
    };
  };
  "GET /changes": {
    readonly query: { readonly after?: number; readonly limit?: number };
    readonly answer: {
      readonly changes: readonly {
        readonly revision: number;
        readonly at: string;
        readonly actor: string;
        readonly changes: readonly {
          readonly op: "put" | "delete";
          readonly kind: string;
          readonly id: string;
        }[];
      }[];
      readonly next: number;
      readonly revision: number;
    };
  };
}
