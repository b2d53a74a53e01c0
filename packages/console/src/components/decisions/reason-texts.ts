import { defineTexts } from "../../texts/define-texts.ts";

/** Short texts for the reasons of a refused scope, with the next step. They cover every reason of the server. */
export const reasonTexts = defineTexts({
  en: {
    reasons: {
      unknown_scope: "Not in the catalogue",
      wrong_resource: "A different resource was requested",
      needs_own_token: "Requires a separate token",
      not_granted: "Not granted",
      client_not_allowed: "Not allowed for this application",
      key_ceiling: "Exceeds the ceiling of the access key",
      condition_failed: "A condition is not met",
      condition_missing_data: "Data for a condition is missing",
      user_declined: "The user did not consent",
      not_for_this_grant: "Not available with this grant type",
    },
    help: {
      unknown_scope: "No resource or permission has this name. Check the spelling.",
      wrong_resource: "The request named a resource, but this scope belongs to another one.",
      needs_own_token:
        "Permissions of Licet itself are never issued together with others: a server that receives the token could use it here.",
      not_granted: "No assignment grants it, neither directly nor through a role or group.",
      client_not_allowed: "Add it to the scopes that the application may request on behalf of users.",
      key_ceiling: "The application holds it, but the ceiling of this access key does not include it.",
      condition_failed: "An assignment or role grants it under a condition that is currently false.",
      condition_missing_data: "A condition reads a value that the request does not contain.",
      user_declined:
        "The user has not been asked yet, or declined it on the consent page. The application can ask again.",
      not_for_this_grant: "It describes a user, so an application cannot request it for itself.",
    },
  },
  zh: {
    reasons: {
      unknown_scope: "目录中不存在",
      wrong_resource: "请求的是其他资源",
      needs_own_token: "需要单独的令牌",
      not_granted: "未授予",
      client_not_allowed: "应用不得请求",
      key_ceiling: "超出访问密钥的上限",
      condition_failed: "条件不成立",
      condition_missing_data: "条件缺少数据",
      user_declined: "用户未同意",
      not_for_this_grant: "不适用于此授权类型",
    },
    help: {
      unknown_scope: "没有同名的资源或权限，请检查拼写。",
      wrong_resource: "请求指定了某个资源，而该项属于另一个资源。",
      needs_own_token:
        "Licet 自身的权限不能与其他权限共用一个令牌：否则收到令牌的服务器可以用它来访问 Licet。",
      not_granted: "没有任何授权（直接、通过角色或用户组）给予该项。",
      client_not_allowed: "请将其加入该应用可代表用户请求的范围。",
      key_ceiling: "应用拥有该项，但此访问密钥的上限更低。",
      condition_failed: "某个授权或角色附带条件，而该条件当前不成立。",
      condition_missing_data: "某个条件需要的数据未包含在请求中。",
      user_declined: "尚未征求用户同意，或用户在授权页面未勾选该项；应用可在授权页面再次请求。",
      not_for_this_grant: "该项与用户有关，应用不能为自身获取。",
    },
  },
});
