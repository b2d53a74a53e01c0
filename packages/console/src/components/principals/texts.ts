import { defineTexts } from "../../texts/define-texts.ts";

export const principalTexts = defineTexts({
  en: {
    types: { user: "User", group: "Group", application: "Application", access_account: "Access account" },
    everyUser: "Every user",
    everyAction: (resource: string) => `Every action of ${resource}`,
  },
  zh: {
    types: { user: "用户", group: "用户组", application: "应用", access_account: "访问账号" },
    everyUser: "所有用户",
    everyAction: (resource) => `${resource} 的全部操作`,
  },
});
