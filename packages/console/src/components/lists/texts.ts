import { defineTexts } from "../../texts/define-texts.ts";

const counted = (one: string, many: string) => (count: string, isOne: boolean) =>
  `${count} ${isOne ? one : many}`;
const zhCounted = (noun: string) => (count: string, _isOne: boolean) => `${count} ${noun}`;

export const listTexts = defineTexts({
  en: {
    sortBy: "Sort by",
    ascending: "Ascending. Reverse the order",
    descending: "Descending. Reverse the order",
    shownOf: (shown: string, all: string) => `${shown} of ${all}`,
    counted: {
      users: counted("user", "users"),
      applications: counted("application", "applications"),
      accessAccounts: counted("access account", "access accounts"),
      groups: counted("group", "groups"),
      members: counted("member", "members"),
      roles: counted("role", "roles"),
      resources: counted("resource", "resources"),
      permissions: counted("permission", "permissions"),
      assignments: counted("assignment", "assignments"),
      instances: counted("instance", "instances"),
    },
  },
  zh: {
    sortBy: "排序方式",
    ascending: "升序，点击反转顺序",
    descending: "降序，点击反转顺序",
    shownOf: (shown, all) => `已显示 ${shown}，共 ${all}`,
    counted: {
      users: zhCounted("个用户"),
      applications: zhCounted("个应用"),
      accessAccounts: zhCounted("个访问账号"),
      groups: zhCounted("个用户组"),
      members: zhCounted("个成员"),
      roles: zhCounted("个角色"),
      resources: zhCounted("个资源"),
      permissions: zhCounted("个权限"),
      assignments: zhCounted("项授权"),
      instances: zhCounted("个实例"),
    },
  },
});

export type CountedNoun = keyof (typeof listTexts)["en"]["counted"];
