import { textsIn } from "../texts/texts-in.ts";
import type { Language } from "./choose-language.ts";
import { html, type SafeHtml } from "./html.ts";
import { MARK } from "./icons.ts";

/** The values that every page needs beside its view. */
export interface PageFrame {
  readonly language: Language;
  readonly assets: { readonly styles: string; readonly icon: string };
}

interface PageContent {
  readonly title: string;
  /** The page reports a problem, and its title begins with that. */
  readonly isProblem?: boolean;
  readonly width: "narrow" | "wide";
  readonly main: SafeHtml;
}

export function renderLayout({ language, assets }: PageFrame, page: PageContent): string {
  const texts = textsIn(language);
  const title = page.isProblem ? texts.problemTitle(page.title) : page.title;
  return html`<!doctype html>
<html lang="${texts.languageTag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Licet</title>
<link rel="stylesheet" href="${assets.styles}">
<link rel="icon" type="image/svg+xml" href="${assets.icon}">
</head>
<body class="${page.width}">
<a class="skip" href="#main">${texts.skipToContent}</a>
<header class="masthead"><p class="brand">${MARK}<span>Licet</span></p><span class="tag">${texts.demoBadge}</span></header>
<main id="main">
${page.main}
</main>
<footer class="colophon"><p>${texts.colophon}</p></footer>
</body>
</html>
`.toString();
}
