import { defineTexts } from "../../texts/define-texts.ts";

export const historyTexts = defineTexts({
  en: {
    title: "History",
    description: "Every change and what it changed, newest first. Older events leave the audit log.",
    current: "Current version",
    restore: "Restore this version",
    draftHint: "Opens a draft: you see who gains and loses access before you apply it.",
    nothingTitle: "No changes recorded",
    nothing: "The audit log has no event about it, or keeps events for a shorter time.",
    unknown: {
      withheld: "This version cannot be restored: you may not see a later change.",
      truncated: "This version cannot be restored: a later change is too long to be recorded in full.",
      gap: "This version cannot be restored: the audit log does not have every change since.",
    },
    confirmTitle: (name: string) => `Restore this version of ${name}?`,
    confirm: "Restore",
    same: "This version equals the current one.",
    restored: (name: string) => `${name} restored`,
    secretsStay: "Passwords, secrets and keys stay as they are.",
    deletedTitle: (name: string) => `${name} was deleted`,
    partsGone: "Assignments, members and secrets that were deleted with it are not restored.",
    nameReserved: (command: string) =>
      `Its name stays reserved. To restore it, you need the permission licet:escalate, or someone runs ${command} first.`,
    userGone:
      "A deleted user cannot be restored: a new user gets another ID. Create a user with these values instead; the username stays reserved until someone releases it.",
    pendingTitle: "Added to draft",
  },
  zh: {
    title: "历史",
    description: "每次更改及其内容，最新的在前。较旧的事件会从审计日志中清除。",
    current: "当前版本",
    restore: "恢复此版本",
    draftHint: "将打开草稿：执行之前可以看到谁会获得或失去权限。",
    nothingTitle: "没有更改记录",
    nothing: "审计日志中没有与它有关的事件，或事件已超过保留期限。",
    unknown: {
      withheld: "无法恢复此版本：您无权查看之后的某项更改。",
      truncated: "无法恢复此版本：之后的某项更改过长，未能完整记录。",
      gap: "无法恢复此版本：审计日志缺少之后的某些更改。",
    },
    confirmTitle: (name) => `将 ${name} 恢复到此版本？`,
    confirm: "恢复",
    same: "此版本与当前版本相同。",
    restored: (name) => `已恢复 ${name}`,
    secretsStay: "密码和密钥保持不变。",
    deletedTitle: (name) => `${name} 已被删除`,
    partsGone: "随它一起删除的授权、成员和密钥不会恢复。",
    nameReserved: (command) => `它的名称仍被保留。恢复它需要权限 licet:escalate，或先由他人运行 ${command}。`,
    userGone: "已删除的用户无法恢复：新用户会得到另一个 ID。请用这些内容新建用户；用户名在释放之前仍被保留。",
    pendingTitle: "已加入草稿",
  },
});
