import type { MarkdownRenderer } from "vitepress";

/**
 * A drawing that is a paragraph of its own gets a box in which it scrolls where the screen is narrow (`style.css`):
 * shrunk to a phone, its words could not be read. Whoever has no mouse reaches the box by Tab, and scrolls by arrow keys.
 */
export function letFiguresScroll(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("let_figures_scroll", ({ tokens }) => {
    for (const [index, { type, children }] of tokens.entries()) {
      const [image, ...others] = children ?? [];
      const paragraph = tokens[index - 1];
      const isFigure =
        image?.type === "image" && others.length === 0 && /\.svg$/.test(String(image.attrGet("src")));
      if (type !== "inline" || !isFigure || paragraph?.type !== "paragraph_open") continue;
      paragraph.attrJoin("class", "figure");
      paragraph.attrSet("tabindex", "0");
      paragraph.attrSet("role", "group");
      paragraph.attrSet("aria-label", image.content);
    }
  });
}
