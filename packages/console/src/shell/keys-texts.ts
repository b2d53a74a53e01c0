import { defineTexts } from "../texts/define-texts.ts";

export const keysTexts = defineTexts({
  en: {
    description: "They work outside of input fields and dialogs.",
    palette: "Search and actions",
    followedBy: "then",
    singleKeys: "Shortcuts without Ctrl or ⌘",
    singleKeysHint:
      "Turn them off if you use speech input or press keys by accident. This dialog stays in the menu of your account.",
  },
  zh: {
    description: "在输入框和对话框之外有效。",
    palette: "搜索和操作",
    followedBy: "然后",
    singleKeys: "不含 Ctrl 或 ⌘ 的快捷键",
    singleKeysHint: "如果使用语音输入或经常误按，可以关闭。此对话框始终可以从账户菜单打开。",
  },
});
