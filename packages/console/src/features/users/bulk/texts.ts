import { defineTexts } from "../../../texts/define-texts.ts";

export const userBulkTexts = defineTexts({
  en: {
    disableAccess: "They cannot sign in and have no permissions until you enable them again.",
    enableAccess: "They can sign in again and have the permissions of their roles and groups as before.",
    enableNotBack: "Ended sessions and tokens do not come back. They have to sign in again.",
    deleteEndsAccess: "Applications lose their access.",
    deleteConsents: "All their consents are deleted. The audit log is kept.",
    deleteInsteadDisable: "To block sign-in but keep the accounts, disable them instead.",
    undoHint: "Undo enables them again. Ended sessions and tokens do not come back.",
  },
  zh: {
    disableAccess: "在重新启用之前，这些用户无法登录，也不拥有任何权限。",
    enableAccess: "这些用户可以再次登录，并重新拥有其角色和用户组的权限。",
    enableNotBack: "已结束的会话和令牌不会恢复，这些用户需要重新登录。",
    deleteEndsAccess: "应用失去访问权限。",
    deleteConsents: "这些用户同意过的内容将被清除，审计记录会保留。",
    deleteInsteadDisable: "如果只是不想让人登录而想保留账号，请改为停用。",
    undoHint: "撤销会重新启用这些账号，但已结束的会话和令牌不会恢复。",
  },
});
