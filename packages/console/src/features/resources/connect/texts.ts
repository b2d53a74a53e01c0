import { defineTexts } from "../../../texts/define-texts.ts";

export const connectTexts = defineTexts({
  en: {
    factsTitle: "Token validation",
    factsHint: "A token is valid if all of these match and it has not expired.",
    issuer: "Issuer (iss)",
    audience: "Audience (aud)",
    keys: "Public keys (JWKS)",
    algorithm: "Algorithm",
    type: "Type (typ)",
    typeHint:
      "at+jwt when the token is for other resources, too. ID tokens are JWT as well: check the audience, and that there is a client_id.",
    protectTitle: "Protect the API",
    protectHint: "Verifies the token and its scope, and refuses with the right answer.",
    verifyTitle: "Verify the token yourself",
    verifyHint: "No call to Licet for each request: the keys are fetched once and cached.",
    introspectTitle: "Introspect the token",
    introspectHint: (name: string) =>
      `Recognizes revoked tokens immediately. The calling application must serve ${name} (serves: [${name}]).`,
    checkTitle: "Check a permission",
    checkHint:
      "A current decision with conditions, for one instance or one user. The caller requires licet:check.",
  },
  zh: {
    factsTitle: "服务器需要知道的信息",
    factsHint: "以下各项全部相符且未过期的令牌才有效。",
    issuer: "签发者（iss）",
    audience: "受众（aud）",
    keys: "公钥（JWKS）",
    algorithm: "算法",
    type: "类型（typ）",
    typeHint: "令牌同时用于其他资源时为 at+jwt。ID 令牌也是 JWT：请检查受众，并确认有 client_id。",
    protectTitle: "保护 API",
    protectHint: "验证令牌及其 scope，并以正确的应答拒绝请求。",
    verifyTitle: "自行验证令牌",
    verifyHint: "无需为每个请求调用 Licet：公钥获取一次后即可缓存。",
    introspectTitle: "查询令牌是否仍然有效",
    introspectHint: (name) => `可立即得知令牌已被撤销。查询的应用必须服务于 ${name}（serves: [${name}]）。`,
    checkTitle: "请求权限判定",
    checkHint: "实时判定并计算条件，可针对单个实例或用户。调用方需要 licet:check。",
  },
});
