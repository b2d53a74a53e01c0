import { defineTexts } from "../../texts/define-texts.ts";

export const undoTexts = defineTexts({
  en: {
    applied: "Your draft was applied",
    appliedHint: "You can undo it until you reload or close this tab.",
    undo: "Undo",
    undoDraft: "Undo draft",
    title: "Undo the applied draft?",
    hint: "Licet applies the opposite of each change. What another user changed since stays as it is.",
    revokes: (count: number) =>
      count === 1 ? "1 new assignment is revoked." : `${count} new assignments are revoked.`,
    assigns: (count: number) =>
      count === 1
        ? "1 revoked assignment is created again."
        : `${count} revoked assignments are created again.`,
    expiries: (count: number) =>
      count === 1 ? "1 assignment gets its former expiry." : `${count} assignments get their former expiry.`,
    restores: (name: string) => `The role ${name} gets its former content.`,
    deletes: (name: string) => `The new role ${name} is deleted.`,
    undone: "The draft was undone",
    partly: "Not everything was undone",
    partlyHint: "The following stays as it is",
    assignments: "Assignments",
    role: (name: string) => `Role ${name}`,
    problems: {
      "role changed": (name: string) =>
        `Role ${name}: another user changed it since. Open the role to restore it by hand.`,
      "assignment gone": (name: string) => `Assignment ${name}: another user revoked it already.`,
      "assignment changed": (name: string) => `Assignment ${name}: another user changed its expiry since.`,
    },
  },
  zh: {
    applied: "草稿已执行",
    appliedHint: "在重新加载或关闭此标签页之前，可以撤销。",
    undo: "撤销",
    undoDraft: "撤销草稿",
    title: "撤销已执行的草稿？",
    hint: "Licet 会执行每项更改的相反操作。其他用户此后更改的内容保持不变。",
    revokes: (count) => `收回 ${count} 项新授权。`,
    assigns: (count) => `重新授予 ${count} 项已收回的授权。`,
    expiries: (count) => `${count} 项授权恢复原来的到期时间。`,
    restores: (name) => `角色 ${name} 恢复原来的内容。`,
    deletes: (name) => `删除新角色 ${name}。`,
    undone: "已撤销草稿",
    partly: "部分更改未能撤销",
    partlyHint: "以下内容保持不变",
    assignments: "授权",
    role: (name) => `角色 ${name}`,
    problems: {
      "role changed": (name) => `角色 ${name}：其他用户此后更改了它。请打开该角色手动恢复。`,
      "assignment gone": (name) => `授权 ${name}：其他用户已将其收回。`,
      "assignment changed": (name) => `授权 ${name}：其他用户此后更改了到期时间。`,
    },
  },
});
