import { defineTexts } from "../texts/define-texts.ts";

export const partsTexts = defineTexts({
  en: {
    notLoaded: "This part of the console could not be loaded",
    reasons: {
      unreachable: "The server cannot be reached. Check the connection, then try again.",
      new_version:
        "A new version of the console is available, and parts of this version can no longer be loaded. Save your work, here and in other tabs, then reload.",
      unknown: "The server did not deliver it. Try again, or reload the console.",
    },
    broken: "This page failed to render",
    brokenHint:
      "This is an error in the console. Saved changes are safe. Try again or reload. If it persists, report this to your administrator:",
    retry: "Try again",
    reload: "Reload",
  },
  zh: {
    notLoaded: "控制台的这一部分未能加载",
    reasons: {
      unreachable: "无法连接服务器。请检查网络后重试。",
      new_version:
        "控制台已更新，当前版本无法再加载其余部分。请先保存此处和其他标签页中正在编辑的内容，然后重新加载。",
      unknown: "服务器可以连接，但没有返回这一部分。请重试，或重新加载控制台。",
    },
    broken: "此页面出现故障",
    brokenHint:
      "这是控制台自身的问题，已保存的内容不受影响。请重试或重新加载；如果问题依旧，请将以下信息告知服务器管理员：",
    retry: "重试",
    reload: "重新加载",
  },
});
