/** The grammar of every name that ends up in a scope, a file or a URL. Names are exact bytes. */

const RESOURCE = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const ACTION = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
const CUSTOM_PERMISSION = /^[A-Za-z][A-Za-z0-9_.-]{0,127}$/;
const ROLE_OR_GROUP = /^[A-Za-z][A-Za-z0-9_.-]{0,127}$/;
const CLIENT_ID = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/;
const ACCESS_KEY = /^ak_[A-Za-z0-9_.-]{1,125}$/;
/** The characters of a scope-token (RFC 6749 appendix A.4). */
const INSTANCE = /^[\x21\x23-\x5B\x5D-\x7E]{1,192}$/;

/** A display name needs a visible character. */
const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
/** Control characters, line breaks and changes of the text direction: users decide by these names. */
const MISLEADING = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** OpenID Connect Core §5.4 and §11, and `openid` itself: never names of our own permissions. */
export const OIDC_SCOPES = ["openid", "profile", "email", "phone", "address", "offline_access"] as const;
type OidcScope = (typeof OIDC_SCOPES)[number];

const oidcScopes: ReadonlySet<string> = new Set(OIDC_SCOPES);
export const isOidcScope = (item: string): item is OidcScope => oidcScopes.has(item);

export const isResourceName = (name: string): boolean => RESOURCE.test(name);
export const isActionName = (name: string): boolean => ACTION.test(name);
export const isCustomPermissionName = (name: string): boolean =>
  CUSTOM_PERMISSION.test(name) && !isOidcScope(name);
export const isRoleName = (name: string): boolean => ROLE_OR_GROUP.test(name);
export const isGroupName = (name: string): boolean => ROLE_OR_GROUP.test(name);
export const isInstanceId = (id: string): boolean => INSTANCE.test(id) && id !== "*";
export const isAccessKey = (key: string): boolean => ACCESS_KEY.test(key);
export const isDisplayName = (name: string): boolean => VISIBLE.test(name) && !MISLEADING.test(name);
/** A client_id never looks like a user or an access key, so that subjects cannot collide. */
export const isClientId = (id: string): boolean => CLIENT_ID.test(id) && !/^(usr|ak)_/.test(id);
