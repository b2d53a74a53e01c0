import type { Language } from "./choose-language.ts";
import { html, type SafeHtml } from "./html.ts";
import { MARK } from "./parts/icons.ts";
import type { Site } from "./site.ts";
import { textsIn } from "./texts/texts-in.ts";
import { isOwnPath, parseWebUrl } from "./web-url.ts";

/** The input of every renderer beside its view model. */
export interface PageFrame {
  readonly site: Site;
  readonly language: Language;
}

interface PageContent {
  readonly title: string;
  /** The page reports a problem: its title says so first. */
  readonly isProblem?: boolean;
  readonly width: "narrow" | "medium" | "wide";
  readonly main: SafeHtml;
  /** Beside the brand, at the top. */
  readonly aside?: SafeHtml;
}

export function renderLayout({ site, language }: PageFrame, page: PageContent): string {
  const texts = textsIn(language);
  const title = page.isProblem ? texts.problemTitle(page.title) : page.title;
  return html`<!doctype html>
<html lang="${texts.languageTag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${site.brand.name}</title>
<link rel="stylesheet" href="${site.paths.brandStyles}">
<link rel="stylesheet" href="${site.paths.styles}">
<link rel="icon" type="image/svg+xml" href="${site.paths.icon}">
</head>
<body class="${page.width}">
<a class="skip" href="#main">${texts.skipToContent}</a>
<header class="masthead">${renderBrand(site)}${page.aside}</header>
<main id="main">
${page.main}
</main>
<footer class="colophon"><p>${texts.passwordPromise(site.brand.name)}</p></footer>
</body>
</html>
`.toString();
}

function renderBrand({ brand }: Site): SafeHtml {
  const { logoUrl, name } = brand;
  const isShowable =
    logoUrl !== undefined && (isOwnPath(logoUrl) || parseWebUrl(logoUrl)?.protocol === "https:");
  return isShowable
    ? html`<p class="brand"><img class="brand-logo" src="${logoUrl}" alt="" height="32"><span>${name}</span></p>`
    : html`<p class="brand">${MARK}<span>${name}</span></p>`;
}
