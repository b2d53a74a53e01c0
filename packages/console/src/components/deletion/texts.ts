import { defineTexts } from "../../texts/define-texts.ts";

export const deletionTexts = defineTexts({
  en: {
    delete: "Delete",
    deleteAll: "Delete all",
    inUseTitle: "Still in use",
    inUse: (count: number) =>
      count === 1
        ? "This is deleted as well, with everything that depends on it:"
        : `These ${count} are deleted as well, with everything that depends on them:`,
    inUseSome: (count: number) =>
      `At least these ${count} are deleted as well, with everything that depends on them:`,
    afterwards: {
      role: "You can restore it from its history (see Activity), but not its assignments.",
      group: "You can restore it from its history (see Activity), but not its members and assignments.",
      resource: "You can restore it from its history (see Activity), but not its instances and assignments.",
      permission: "You can restore it from its history (see Activity), but not its assignments.",
      instance: "This cannot be undone.",
      user: "This cannot be undone: a new user gets another ID.",
    },
    kinds: {
      assignment: "Assignment",
      role: "Part of the role",
      group: "Group",
      membership: "Member of the group",
      application: "Application",
      access_account: "Access account",
      instance: "Instance",
    },
    andMore: (count: number) => `and ${count} more`,
    at: (place: string) => `at ${place}`,
    to: (who: string) => `of ${who}`,
  },
  zh: {
    delete: "删除",
    deleteAll: "全部删除",
    inUseTitle: "仍有其他内容依赖它",
    inUse: (count) => `以下 ${count} 项以及依赖它们的内容将一并删除：`,
    inUseSome: (count) => `至少以下 ${count} 项以及依赖它们的内容将一并删除：`,
    afterwards: {
      role: "之后可以从历史中恢复它（见“活动记录”），但其授权不会恢复。",
      group: "之后可以从历史中恢复它（见“活动记录”），但其成员和授权不会恢复。",
      resource: "之后可以从历史中恢复它（见“活动记录”），但其实例和授权不会恢复。",
      permission: "之后可以从历史中恢复它（见“活动记录”），但其授权不会恢复。",
      instance: "此操作无法撤销。",
      user: "此操作无法撤销：新用户会得到另一个 ID。",
    },
    kinds: {
      assignment: "授权",
      role: "角色中的内容",
      group: "用户组",
      membership: "用户组成员身份",
      application: "应用",
      access_account: "访问账号",
      instance: "实例",
    },
    andMore: (count) => `以及另外 ${count} 项`,
    at: (place) => `范围 ${place}`,
    to: (who) => `授予 ${who}`,
  },
});
