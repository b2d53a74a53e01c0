import { defineTexts } from "../../texts/define-texts.ts";

export const nodesTexts = defineTexts({
  en: {
    nodes: "Servers",
    nodesHint: "All servers on this database that were active within the last minute.",
    noNodes: "No server was active within the last minute. Refresh in a moment.",
    host: "Host",
    version: "Version",
    engine: "Database",
    engines: { sqlite: "SQLite", postgres: "PostgreSQL" },
    started: "Started",
    revision: "Revision",
    behind: (count: number) => (count === 1 ? "1 change behind" : `${count} changes behind`),
  },
  zh: {
    nodes: "服务器",
    nodesHint: "最近一分钟内在此数据库上运行的所有服务器。",
    noNodes: "最近一分钟内没有发现服务器，请稍后再看。",
    host: "主机",
    version: "版本",
    engine: "数据库",
    engines: { sqlite: "SQLite", postgres: "PostgreSQL" },
    started: "启动时间",
    revision: "修订号",
    behind: (count) => `落后 ${count} 次更改`,
  },
});
