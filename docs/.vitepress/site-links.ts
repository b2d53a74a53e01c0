import { existsSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { MarkdownRenderer } from "vitepress";

const DOCUMENTS = fileURLToPath(new URL("..", import.meta.url));

/**
 * Links are written as GitHub reads them. On the site, a README is the index of its folder. What is in the repository and
 * no document, such as examples and tests, becomes plain text, because the site is read where the repository is not.
 * Links to what does not exist stay as they are: the build fails because of them.
 */
export function adaptLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("adapt_links", (state) => {
    for (const { children } of state.tokens) {
      let isDropped = false;
      for (const token of children ?? []) {
        if (token.type === "link_open") {
          const link = String(token.attrGet("href"));
          isDropped = leavesSite(link, state.env.realPath ?? state.env.path);
          if (!/^[a-z]+:/i.test(link)) token.attrSet("href", link.replace(/\bREADME\.md\b/, "index.md"));
        }
        if (isDropped && token.type.startsWith("link_"))
          Object.assign(token, { type: "text", tag: "", content: "", attrs: null, nesting: 0 });
      }
    }
  });
}

function leavesSite(link: string, document: string): boolean {
  if (/^(?:[a-z]+:|#|\/)/i.test(link)) return false;
  const target = resolve(dirname(document), decodeURI(link.replace(/[?#].*$/, "")));
  const isPage = !relative(DOCUMENTS, target).startsWith("..") && target.endsWith(".md");
  return !isPage && existsSync(target);
}
