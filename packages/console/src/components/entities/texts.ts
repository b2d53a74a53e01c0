import { defineTexts } from "../../texts/define-texts.ts";

export const entityTexts = defineTexts({
  en: {
    aUser: "A user",
    theCommandLine: "The command line",
    theSetupLink: "The setup link",
    licetItself: "Licet itself",
    theFile: "The file",
    aBrowser: "A visitor who is not signed in",
    unknownClients: "unknown clients",
    aSession: "a session",
    goneHistory: "Deleted. Opens its history.",
  },
  zh: {
    aUser: "某个用户",
    theCommandLine: "命令行",
    theSetupLink: "设置链接",
    licetItself: "Licet 自身",
    theFile: "文件",
    aBrowser: "未登录的访问者",
    unknownClients: "未知客户端",
    aSession: "一个会话",
    goneHistory: "已删除。打开其历史。",
  },
});
