import { defineTexts } from "../../texts/define-texts.ts";

/** The display names of the API's kinds; conflicts, issues and the audit log share them. */
export const kindWords = defineTexts({
  en: {
    resource: "resource",
    permission: "permission",
    role: "role",
    group: "group",
    membership: "membership",
    instance: "instance",
    assignment: "assignment",
    application: "application",
    access_account: "access account",
    secret: "secret",
    user: "user",
  },
  zh: {
    resource: "资源",
    permission: "权限",
    role: "角色",
    group: "用户组",
    membership: "组成员",
    instance: "实例",
    assignment: "授权",
    application: "应用",
    access_account: "访问账号",
    secret: "密钥",
    user: "用户",
  },
});
