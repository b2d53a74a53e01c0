import { isLicet } from "./brand.ts";
import type { Language } from "./choose-language.ts";
import { html, type SafeHtml } from "./html.ts";
import { MARK } from "./parts/icons.ts";
import { type ReturnTo, renderLanguageSwitch } from "./parts/language-switch.ts";
import type { Site } from "./site.ts";
import { textsIn } from "./texts/texts-in.ts";
import { isOwnPath, parseWebUrl } from "./web-url.ts";

/** The input of every renderer beside its view model. */
export interface PageFrame {
  readonly site: Site;
  readonly language: Language;
  /** Where the page is shown again in another language. Absent: it cannot be shown twice. */
  readonly returnTo?: ReturnTo;
  /** For the script of pages with passwords, and the same as in the header. */
  readonly scriptNonce?: string;
}

interface PageContent {
  readonly title: string;
  /** The page reports a problem: its title says so first. */
  readonly isProblem?: boolean;
  readonly width: "narrow" | "medium" | "wide";
  readonly main: SafeHtml;
  /** Beside the brand, at the top. */
  readonly aside?: SafeHtml;
  readonly hasPasswords?: boolean;
}

export function renderLayout(frame: PageFrame, page: PageContent): string {
  const { site, language, returnTo, scriptNonce } = frame;
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
<link rel="icon" type="${site.icon.mediaType}" href="${site.icon.path}">
</head>
<body class="${page.width}">
<a class="skip" href="#main">${texts.skipToContent}</a>
<header class="masthead">${renderBrand(site)}${page.aside}</header>
<main id="main">
${page.main}
</main>
<footer class="colophon"><p>${texts.passwordPromise(site.brand.name)}</p>
${returnTo !== undefined && renderLanguageSwitch(language, returnTo)}</footer>
${page.hasPasswords && scriptNonce !== undefined && html`<script src="${site.paths.showPasswordScript}" nonce="${scriptNonce}"></script>`}
</body>
</html>
`.toString();
}

function renderBrand({ brand }: Site): SafeHtml {
  const { logoUrl, name } = brand;
  const isShowable =
    logoUrl !== undefined && (isOwnPath(logoUrl) || parseWebUrl(logoUrl)?.protocol === "https:");
  const picture = isShowable
    ? html`<img class="brand-logo" src="${logoUrl}" alt="" height="32">`
    : isLicet(brand) && MARK;
  return html`<p class="brand">${picture}<span>${name}</span></p>`;
}
