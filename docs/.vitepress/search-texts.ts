import type { DefaultTheme } from "vitepress";

export const CHINESE_SEARCH: Partial<DefaultTheme.LocalSearchOptions> = {
  translations: {
    button: { buttonText: "搜索", buttonAriaLabel: "搜索文档" },
    modal: {
      displayDetails: "显示详细列表",
      resetButtonTitle: "清除查询",
      backButtonTitle: "关闭搜索",
      noResultsText: "没有找到",
      footer: {
        selectText: "打开",
        selectKeyAriaLabel: "回车键",
        navigateText: "切换",
        navigateUpKeyAriaLabel: "上箭头键",
        navigateDownKeyAriaLabel: "下箭头键",
        closeText: "关闭",
        closeKeyAriaLabel: "Esc 键",
      },
    },
  },
};
