import { defineTexts } from "../../texts/define-texts.ts";

export const notLoadedTexts = defineTexts({
  en: {
    goneTitle: (name: string) => `“${name}” not found`,
    goneHint: "It may have been deleted or renamed, or the URL is wrong.",
    back: (list: string) => `Back to ${list}`,
  },
  zh: {
    goneTitle: (name) => `“${name}”不存在`,
    goneHint: "它可能已被删除或重命名，也可能是地址有误。",
    back: (list) => `返回${list}`,
  },
});
