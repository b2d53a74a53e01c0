import { defineTexts } from "../../../texts/define-texts.ts";

export const callersTexts = defineTexts({
  en: {
    title: "Who can call",
    description:
      "Users and applications that hold the permission at this moment. Conditions that need more than that, such as the address of a request, count as not fulfilled.",
    actions: "Actions",
    who: "Who",
    id: "Id",
    type: "Kind",
    types: { all: "Users and applications", user: "User", application: "Application" },
    at: "Instance, such as orders/42",
    why: "Why",
    noneSoFar: "Nobody found so far",
    goOn: "Search on",
    noneTitle: (permission: string) => `Nobody holds ${permission}`,
    noneHint: "Give it directly, or by a role or a group.",
    give: "Give access",
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
