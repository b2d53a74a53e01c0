import type { DefaultTheme } from "vitepress";

/** In the order in which somebody new reads them. A page that is in no list fails a test. */
const ENGLISH_PAGES: DefaultTheme.SidebarItem[] = [
  {
    text: "Start",
    items: [
      { text: "Concepts in ten minutes", link: "/concepts" },
      { text: "Tutorial: protect your own API", link: "/tutorial" },
      { text: "Quick starts", link: "/reference/quick-starts" },
      { text: "Install", link: "/guides/install" },
      { text: "First steps", link: "/guides/first-steps" },
    ],
  },
  {
    text: "Applications and APIs",
    items: [
      { text: "Protect an API", link: "/guides/protect-an-api" },
      { text: "Call an API", link: "/guides/call-an-api" },
      { text: "Sign users in", link: "/guides/sign-in" },
      { text: "Sign users out", link: "/guides/logout" },
      { text: "Clients that work", link: "/guides/clients" },
    ],
  },
  {
    text: "Permissions",
    items: [
      { text: "Permissions in depth", link: "/guides/permissions" },
      { text: "Permission checks", link: "/guides/checks" },
      { text: "The permissions client", link: "/guides/permissions-client" },
      { text: "Local checks", link: "/guides/local-checks" },
      { text: "Consistency", link: "/guides/consistency" },
      { text: "Revocations", link: "/guides/revocations" },
      { text: "AuthZEN", link: "/guides/authzen" },
    ],
  },
  {
    text: "Manage",
    items: [
      { text: "The console", link: "/guides/console" },
      { text: "Configuration as code", link: "/guides/configuration-as-code" },
      { text: "The command line", link: "/guides/command-line" },
      { text: "The management API", link: "/guides/management-api" },
      { text: "Bulk imports", link: "/guides/bulk" },
    ],
  },
  {
    text: "Move over",
    items: [
      { text: "From Authing", link: "/move/authing" },
      { text: "From Keycloak", link: "/move/keycloak" },
      { text: "From Hydra", link: "/move/hydra" },
      { text: "From Auth0", link: "/move/auth0" },
    ],
  },
  {
    text: "Operate",
    items: [
      { text: "Deploy", link: "/guides/deploy" },
      { text: "Operations", link: "/operations" },
      { text: "Security hardening", link: "/guides/hardening" },
      { text: "Upgrade", link: "/guides/upgrade" },
      { text: "Reliability", link: "/reliability" },
    ],
  },
  {
    text: "Reference",
    items: [
      { text: "Settings", link: "/reference/settings" },
      { text: "Command line", link: "/reference/command-line" },
      { text: "API", link: "/reference/api" },
      { text: "Errors", link: "/reference/errors" },
      { text: "Events", link: "/reference/events" },
      { text: "Metrics", link: "/reference/metrics" },
      { text: "Versions and deprecation", link: "/api-versioning" },
      { text: "Differences from the specifications", link: "/spec-divergences" },
    ],
  },
  {
    text: "About",
    items: [
      { text: "How Licet compares", link: "/compare" },
      { text: "Speed", link: "/bench/" },
      { text: "Architecture", link: "/architecture" },
      { text: "Threat model", link: "/threat-model" },
      { text: "Decisions", link: "/adr/" },
      { text: "Releasing", link: "/releasing" },
    ],
  },
];

export const ENGLISH_NAVIGATION: DefaultTheme.Config = {
  sidebar: ENGLISH_PAGES,
  nav: [
    { text: "Concepts", link: "/concepts" },
    { text: "Tutorial", link: "/tutorial" },
    { text: "Reference", link: "/reference/settings" },
  ],
  notFound: {
    title: "Page not found",
    quote:
      "There is no page at this address: it was moved, or the address is mistyped. Search for it, or start at the home page.",
    link: "/",
    linkText: "Go to the home page",
    linkLabel: "Go to the home page",
  },
};

/** What is there in Chinese; the rest is the English pages. */
const CHINESE_PAGES: DefaultTheme.SidebarItem[] = [
  {
    text: "开始",
    items: [
      { text: "十分钟了解概念", link: "/zh/concepts" },
      { text: "第一步", link: "/zh/guides/first-steps" },
    ],
  },
  { text: "其余文档（英文）", items: [{ text: "全部页面", link: "/guides/install" }] },
];

export const CHINESE_NAVIGATION: DefaultTheme.Config = {
  sidebar: CHINESE_PAGES,
  nav: [
    { text: "概念", link: "/zh/concepts" },
    { text: "第一步", link: "/zh/guides/first-steps" },
  ],
  outline: { label: "本页内容", level: [2, 3] },
  docFooter: { prev: "上一页", next: "下一页" },
  darkModeSwitchLabel: "外观",
  lightModeSwitchTitle: "切换到浅色",
  darkModeSwitchTitle: "切换到深色",
  sidebarMenuLabel: "目录",
  returnToTopLabel: "回到顶部",
  langMenuLabel: "语言",
  skipToContentLabel: "跳到正文",
  notFound: {
    title: "没有找到页面",
    quote: "此地址没有页面：页面可能已移动，或地址有误。请使用搜索，或从首页开始。",
    link: "/zh/",
    linkText: "前往首页",
    linkLabel: "前往首页",
  },
};
