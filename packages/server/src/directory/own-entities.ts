import type { Resource, Role } from "@licet/engine/internal/entities.ts";
import { CLIENT_ASSERTION_LIFETIME_SECONDS } from "../accounts/client-assertion-lifetime.ts";
import type { Application } from "../accounts/entities.ts";
import { ownApiOf } from "../core/values/own-audience.ts";
import { AREAS } from "./kinds/kinds.ts";
import { ADMINISTRATOR_ROLE, CONSOLE_APPLICATION, OWN_RESOURCE } from "./own-names.ts";

type Texts = Readonly<Record<string, readonly [en: string, zh: string]>>;

/** The actions of Licet's own resource. An action keeps its name, because the roles of installations refer to it. */
const ACTIONS: Texts = {
  ...Object.fromEntries(
    AREAS.flatMap(({ name, read, write }) => [
      [`${name}.read`, read],
      [`${name}.write`, write],
    ]),
  ),
  import: ["Import many entities and assignments at once", "批量导入实体和授权"],
  "keys.read": ["See the signing keys", "查看签名密钥"],
  "keys.write": ["Rotate the signing keys", "轮换签名密钥"],
  "audit.read": ["Read the audit log", "查看审计日志"],
  "stats.read": ["See how much is going on", "查看统计数据"],
  check: ["Check whether a subject has a permission", "检查某个主体是否拥有权限"],
  explain: ["See why a subject has a permission or not", "查看允许或拒绝的原因"],
  list: ["List who may do what", "列出主体、权限与资源"],
  simulate: ["Try out changes without making them", "模拟更改而不写入"],
  "changes.read": ["Follow what changes", "跟踪更改记录"],
  replicate: [
    "Copy all data that decisions read, and keep the copy current",
    "复制判定所需的全部数据并保持同步",
  ],
  "authzen.evaluate": ["Ask for decisions by AuthZEN", "通过 AuthZEN 请求决策"],
  "authzen.search": ["Search by AuthZEN", "通过 AuthZEN 搜索"],
  escalate: ["Grant what one does not hold oneself", "授予自己并不拥有的权限"],
};

/** The management API is a resource like any other. */
export const ownResource = (issuer: string): Resource => ({
  name: OWN_RESOURCE,
  displayName: { en: "Licet", zh: "Licet" },
  identifier: ownApiOf(issuer),
  signingAlgorithm: "ES256",
  // These tokens can change Licet itself, so no other kind of token may be accepted as one.
  accessTokenType: "at+jwt",
  actions: Object.fromEntries(
    Object.entries(ACTIONS).map(([action, [en, zh]]) => [action, { description: { en, zh } }]),
  ),
});

export const ADMINISTRATOR: Role = {
  name: ADMINISTRATOR_ROLE,
  description: "May do everything with Licet itself",
  inherits: [],
  grants: [{ permission: `${OWN_RESOURCE}:*` }],
};

/**
 * The console is a client like any other. It runs in a browser and keeps no secret, so PKCE binds its codes and they go
 * to one redirect URI only. Its tokens carry the permissions of the user who signs in.
 */
export const consoleApplication = (issuer: string): Application => ({
  id: CONSOLE_APPLICATION,
  name: "Licet console",
  type: "spa",
  enabled: true,
  redirectUris: [`${issuer}/console/callback`],
  postLogoutRedirectUris: [`${issuer}/console/`],
  requirePkce: true,
  firstParty: true,
  delegated: ["openid", "profile", "offline_access", `${OWN_RESOURCE}:*`].map((scope) => ({
    scope,
    consent: "implicit",
  })),
  idTokenAlgorithm: "RS256",
  // The console reads claims from userinfo, and sends its ID tokens to the logout endpoint as a hint.
  idTokenClaims: "minimal",
  requirePushedRequests: false,
  requireSignedRequestObject: false,
  clientAssertionMaxLifetimeSeconds: CLIENT_ASSERTION_LIFETIME_SECONDS.default,
  serves: [],
});
