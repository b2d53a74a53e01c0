import { defineTexts } from "../../../texts/define-texts.ts";

export const callersTexts = defineTexts({
  en: {
    title: "Who can call",
    description:
      "Users and applications that currently hold the permission. Conditions that read the request, such as its IP address, count as not met.",
    actions: "Actions",
    who: "Subject",
    id: "ID",
    type: "Type",
    types: { all: "Users and applications", user: "User", application: "Application" },
    at: "Instance, such as orders/42",
    why: "Why",
    noneSoFar: "No subjects found so far",
    goOn: "Continue searching",
    noneTitle: (permission: string) => `No subject holds ${permission}`,
    noneHint: "Assign it directly, or through a role or a group.",
    give: "Assign access",
  },
  zh: {
    title: "谁可以调用",
    description: "此刻拥有该权限的用户和应用。需要更多信息的条件（例如请求的地址）视为不成立。",
    actions: "操作",
    who: "主体",
    id: "ID",
    type: "类型",
    types: { all: "用户和应用", user: "用户", application: "应用" },
    at: "实例，例如 orders/42",
    why: "原因",
    noneSoFar: "目前还没有找到",
    goOn: "继续搜索",
    noneTitle: (permission) => `没有人拥有 ${permission}`,
    noneHint: "可以直接授予，也可以通过角色或用户组授予。",
    give: "授予权限",
  },
});
