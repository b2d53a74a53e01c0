import { defineTexts } from "../../texts/define-texts.ts";

export const applicationBulkTexts = defineTexts({
  en: {
    disable: {
      tokens: "They cannot get tokens, for themselves or for their users, until you enable them again.",
      refresh: "Their refresh tokens and access keys stop working at once.",
      issued:
        "Issued access tokens stay valid until they expire; introspection reports them as inactive immediately.",
    },
    enable: "They can get tokens again. Users have to sign in again: ended access does not come back.",
    undoHint: "Undo enables them again. Revoked refresh tokens do not come back.",
    delete: {
      stops: "Clients with their client IDs can no longer get tokens.",
      gone: "Their secrets, their logos and the consents of users are permanently deleted.",
    },
  },
  zh: {
    disable: {
      tokens: "重新启用之前，它们无法再为自身或用户获取任何令牌。",
      refresh: "它们的刷新令牌和访问密钥立即失效。",
      issued: "已签发的访问令牌在到期前仍可使用；令牌内省会立即将其视为无效。",
    },
    enable: "它们可以再次获取令牌。已结束的访问不会恢复，用户需要重新登录。",
    undoHint: "撤销会重新启用它们，但已撤销的刷新令牌不会恢复。",
    delete: {
      stops: "使用这些客户端 ID 的程序将无法获取令牌。",
      gone: "它们的密钥、图标以及用户的同意记录将被永久删除。",
    },
  },
});
