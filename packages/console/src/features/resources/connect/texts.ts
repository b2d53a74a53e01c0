import { defineTexts } from "../../../texts/define-texts.ts";

export const connectTexts = defineTexts({
  en: {
    factsTitle: "What a server needs to know",
    factsHint: "A token is good when all of this fits and its time is not over.",
    issuer: "Issuer (iss)",
    audience: "Audience (aud)",
    keys: "Public keys (JWKS)",
    algorithm: "Algorithm",
    type: "Type (typ)",
    typeHint:
      "at+jwt when the token is for other resources, too. ID tokens are JWT as well: check the audience, and that there is a client_id.",
    verifyTitle: "Verify the token yourself",
    verifyHint: "No call to Licet for each request: the keys are fetched once and kept.",
    introspectTitle: "Ask whether a token is still good",
    introspectHint: (name: string) =>
      `Knows about revoked tokens at once. The application that asks must serve ${name} (serves: [${name}]).`,
    checkTitle: "Ask for a decision",
    checkHint: "Fresh and with conditions, for one instance or one user. The caller needs licet:check.",
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
    verifyTitle: "自行验证令牌",
    verifyHint: "无需为每个请求调用 Licet：公钥获取一次后即可缓存。",
    introspectTitle: "查询令牌是否仍然有效",
    introspectHint: (name) => `可立即得知令牌已被撤销。查询的应用必须服务于 ${name}（serves: [${name}]）。`,
    checkTitle: "请求权限判定",
    checkHint: "实时判定并计算条件，可针对单个实例或用户。调用方需要 licet:check。",
  },
});
