import { defineTexts } from "../../texts/define-texts.ts";

export const deletionTexts = defineTexts({
  en: {
    delete: "Delete",
    deleteAll: "Delete all",
    inUseTitle: "Still in use",
    inUse: (count: number) =>
      count === 1
        ? "This is deleted as well, with everything that depends on it. This cannot be undone:"
        : `These ${count} are deleted as well, with everything that depends on them. This cannot be undone:`,
    inUseSome: (count: number) =>
      `At least these ${count} are deleted as well, with everything that depends on them. This cannot be undone:`,
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
    inUse: (count) => `以下 ${count} 项以及依赖它们的内容将一并删除，且无法恢复：`,
    inUseSome: (count) => `至少以下 ${count} 项以及依赖它们的内容将一并删除，且无法恢复：`,
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
