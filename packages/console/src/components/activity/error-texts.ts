import { defineTexts } from "../../texts/define-texts.ts";

/** A sentence for each error code of the token and authorization endpoints, and for each failed delivery. */
export const errorTexts = defineTexts({
  en: {
    errors: {
      invalid_request: "The request is incomplete, malformed, or has a parameter twice.",
      invalid_client: "The client is unknown, or its secret or key is wrong.",
      invalid_grant:
        "The code or refresh token is unknown, expired or used, belongs to another client, or its user is disabled.",
      unauthorized_client: "The application may not use this grant type, or it is disabled.",
      unsupported_grant_type: "This grant type is not supported.",
      unsupported_token_type: "Tokens of this type cannot be revoked.",
      unsupported_response_type: "Only the response type code is supported.",
      invalid_scope: "The scope is missing or malformed, or it was not requested at first.",
      invalid_target: "The requested resource is unknown, or the client may not access it.",
      invalid_request_object: "The signed request is not valid.",
      server_error: "An error occurred in Licet.",
      temporarily_unavailable: "Licet could not answer at that time.",
      access_denied: "The user declined.",
      login_required: "The user has to sign in.",
      account_selection_required: "The user has to choose an account.",
      consent_required: "The user has to consent.",
      request_not_supported: "A request object is not supported here.",
      request_uri_not_supported:
        "Only a request_uri of the pushed authorization request endpoint is supported.",
      registration_not_supported: "The registration parameter is not supported.",
      unmet_authentication_requirements: "The required kind of authentication is not available.",
    },
    deliveries: {
      refused: "its address is not allowed",
      timeout: "it did not answer in time",
      unreachable: "it could not be reached",
      "no attempt came to an end": "no attempt came to an end",
      status: (code: string) => `it answered with status ${code}`,
    },
  },
  zh: {
    errors: {
      invalid_request: "请求不完整、格式不正确，或有重复的参数。",
      invalid_client: "客户端未知，或其密钥不正确。",
      invalid_grant: "授权码或刷新令牌未知、已过期、已使用、属于其他客户端，或其用户已停用。",
      unauthorized_client: "该应用不得使用此授权类型，或已被停用。",
      unsupported_grant_type: "不支持此授权类型。",
      unsupported_token_type: "此类令牌无法撤销。",
      unsupported_response_type: "仅支持响应类型 code。",
      invalid_scope: "缺少 scope、其格式不正确，或最初未请求该项。",
      invalid_target: "请求的资源未知，或该客户端无权访问。",
      invalid_request_object: "签名的请求无效。",
      server_error: "Licet 出现错误。",
      temporarily_unavailable: "Licet 当时无法响应。",
      access_denied: "用户拒绝了请求。",
      login_required: "用户需要登录。",
      account_selection_required: "用户需要选择账号。",
      consent_required: "需要用户同意。",
      request_not_supported: "此处不支持请求对象。",
      request_uri_not_supported: "仅支持推送授权请求端点返回的 request_uri。",
      registration_not_supported: "不支持 registration 参数。",
      unmet_authentication_requirements: "无法提供所要求的认证方式。",
    },
    deliveries: {
      refused: "其地址不被允许",
      timeout: "未及时响应",
      unreachable: "无法连接",
      "no attempt came to an end": "没有一次尝试完成",
      status: (code) => `其响应状态为 ${code}`,
    },
  },
});
