import { defineTexts } from "../../texts/define-texts.ts";

export const permissionTexts = defineTexts({
  en: {
    mayNotOpen: "You do not have access to this page",
    mayNotDo: "You do not have permission to do this",
    readOnly: "You have read-only access",
    needs: (permissions: readonly string[]) =>
      permissions.length === 1
        ? `This requires the permission ${permissions[0]}. Ask an administrator for it.`
        : `This requires one of the permissions ${permissions.join(", ")}. Ask an administrator for one.`,
    needsAll: (permissions: readonly string[]) =>
      permissions.length === 1
        ? `This requires the permission ${permissions[0]}. Ask an administrator for it.`
        : `This requires the permissions ${permissions.join(", ")}. Ask an administrator for them.`,
    valuesWithheld: (input: string, permissions: readonly string[]) =>
      `Values of ${input} are hidden. They require ${permissions.join(", ")}.`,
    refreshPermissions: "Refresh permissions",
    nowHeld: "Your account has the permission now. Try again.",
    refreshFailed: "The permissions could not be refreshed. Check the connection, then try again.",
    stillNot: "Your account does not have the permission yet.",
    notSearched: (kinds: readonly string[]) =>
      `Not searched, because you do not have access: ${kinds.join(", ")}.`,
    kinds: {
      "applications.read": "applications",
      "groups.read": "groups",
      "permissions.read": "permissions of no resource",
      "resources.read": "resources",
      "roles.read": "roles",
      "users.read": "users",
    },
  },
  zh: {
    mayNotOpen: "您无权打开此页面",
    mayNotDo: "您无权执行此操作",
    readOnly: "您可以查看此内容，但无权修改",
    needs: (permissions) =>
      permissions.length === 1
        ? `需要权限 ${permissions[0]}，请向管理员申请。`
        : `需要以下任一权限：${permissions.join("、")}，请向管理员申请。`,
    needsAll: (permissions) => `需要权限 ${permissions.join("、")}，请向管理员申请。`,
    valuesWithheld: (input, permissions) => `未显示 ${input} 的值，需要权限 ${permissions.join("、")}。`,
    refreshPermissions: "重新检查",
    nowHeld: "您的账号现在已有该权限，请再试一次。",
    refreshFailed: "未能重新检查权限。请检查网络后重试。",
    stillNot: "已重新检查：您的账号仍没有该权限。",
    notSearched: (kinds) => `您无权查看以下内容，因此未搜索：${kinds.join("、")}。`,
    kinds: {
      "applications.read": "应用",
      "groups.read": "用户组",
      "permissions.read": "不属于任何资源的权限",
      "resources.read": "资源",
      "roles.read": "角色",
      "users.read": "用户",
    },
  },
});
