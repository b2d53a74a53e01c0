import { env } from "node:process";
import { defineConfig } from "vitepress";
import { githubSlug } from "./github-slug.ts";
import { CHINESE_NAVIGATION, ENGLISH_NAVIGATION } from "./navigation.ts";
import { recordModules } from "./record-modules.ts";
import { letFiguresScroll } from "./scrolling-figures.ts";
import { CHINESE_SEARCH } from "./search-texts.ts";
import { adaptLinks } from "./site-links.ts";

/** The documents of this folder as a site. A Licet server has it at /docs. */
export default defineConfig({
  title: "Licet",
  base: "/docs/",
  cleanUrls: true,
  // A file of its own, so that pages have as few scripts in them as possible: each needs a hash in the policy.
  metaChunk: true,
  vite: { plugins: env.LICET_DOCS_RECORD === undefined ? [] : [recordModules(env.LICET_DOCS_RECORD)] },
  srcExclude: ["package.json"],
  rewrites: { "adr/README.md": "adr/index.md", "bench/README.md": "bench/index.md" },
  markdown: {
    anchor: { slugify: githubSlug },
    config: (markdown) => void markdown.use(adaptLinks).use(letFiguresScroll),
    languageAlias: { ndjson: "json" },
    theme: { light: "github-light", dark: "github-dark" },
  },
  // A console of Licet has the same mark.
  head: [["link", { rel: "icon", href: "/docs/mark.svg", type: "image/svg+xml" }]],
  themeConfig: {
    logo: { src: "/mark.svg", alt: "" },
    search: { provider: "local", options: { locales: { zh: CHINESE_SEARCH } } },
    externalLinkIcon: true,
    // Few pages are there in Chinese; from the others the menu of languages leads to the Chinese home page. VitePress
    // sends this function to the browser as text, so it refers to nothing outside of it.
    i18nRouting: ({ site }, { data }, locale) => {
      const path = data.relativePath.replace(/^zh\//, "").replace(/(?:\bindex)?\.md$/, "");
      if (locale === "root") return `/${path}`;
      const listed = JSON.stringify(site.value.locales[locale]?.themeConfig?.sidebar);
      return listed.includes(`"/${locale}/${path}"`) ? `/${locale}/${path}` : `/${locale}/`;
    },
    outline: { level: [2, 3] },
  },
  locales: {
    root: {
      label: "English",
      lang: "en",
      description: "Tokens that carry exactly what is permitted, and a reason for every refusal",
      themeConfig: ENGLISH_NAVIGATION,
    },
    zh: {
      label: "简体中文",
      lang: "zh-CN",
      description: "令牌只携带被许可的权限，每次拒绝都说明原因",
      themeConfig: CHINESE_NAVIGATION,
    },
  },
});
