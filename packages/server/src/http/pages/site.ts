import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Logo } from "../../oauth/stores.ts";
import { type Brand, isLicet } from "./brand.ts";
import { accentShades, brandColour, brandStylesheet } from "./brand-stylesheet.ts";
import { formatColour } from "./colour.ts";
import { html } from "./html.ts";
import { firstLetter } from "./parts/application-name.ts";

const STYLES = new URL("./assets/styles.css", import.meta.url);
const FORM_POST = new URL("./assets/form-post.js", import.meta.url);
const SHOW_PASSWORD = new URL("./assets/show-password.js", import.meta.url);
const ICON = new URL("./assets/icon.svg", import.meta.url);

/** A file that the pages need, named by its content: it may be cached for ever. */
export interface Asset {
  readonly path: string;
  readonly mediaType: string;
  readonly body: string | Uint8Array;
}

/** The common parts of all pages of a deployment. Made once, at the start. */
export interface Site {
  readonly brand: Brand;
  /** The words that start the command line of this installation. */
  readonly program: string;
  readonly paths: {
    readonly styles: string;
    readonly brandStyles: string;
    readonly formPostScript: string;
    readonly showPasswordScript: string;
  };
  /** The picture of a tab. */
  readonly icon: Pick<Asset, "path" | "mediaType">;
  /** The assets to serve, each under its path. */
  readonly assets: readonly Asset[];
}

/** A given logo becomes one of the assets, and replaces the `logoUrl` of the brand. */
export function createSite(brand: Brand, logo?: Logo, program = "licet"): Site {
  const styles = asset("licet", "css", read(STYLES));
  const brandStyles = asset("brand", "css", brandStylesheet(brand));
  const shownLogo = logo && asset("logo", LOGO_EXTENSIONS[logo.mediaType], logo.bytes);
  const icon = shownLogo ?? asset("icon", "svg", iconOf(brand));
  const formPostScript = asset("form-post", "js", read(FORM_POST));
  const showPasswordScript = asset("show-password", "js", read(SHOW_PASSWORD));
  return {
    brand: { ...brand, ...(shownLogo && { logoUrl: shownLogo.path }) },
    program,
    paths: {
      styles: styles.path,
      brandStyles: brandStyles.path,
      formPostScript: formPostScript.path,
      showPasswordScript: showPasswordScript.path,
    },
    icon,
    assets: [styles, brandStyles, icon, formPostScript, showPasswordScript],
  };
}

/** The headers under which an asset is served. */
export const assetHeaders = (asset: Asset): Readonly<Record<string, string>> => ({
  "content-type": asset.mediaType,
  "cache-control": "public, max-age=31536000, immutable",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
});

const MEDIA_TYPES = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
} as const;

const LOGO_EXTENSIONS = { "image/png": "png", "image/jpeg": "jpg", "image/webp": "webp" } as const;

const asset = (name: string, extension: keyof typeof MEDIA_TYPES, body: Asset["body"]): Asset => ({
  path: `/assets/${name}-${hash("sha256", body, "base64url").slice(0, 16)}.${extension}`,
  mediaType: MEDIA_TYPES[extension],
  body,
});

/** The mark of Licet, or the first letter of another name; in the readable shade, because the line is white. */
function iconOf(brand: Brand): string {
  const colour = formatColour(accentShades(brandColour(brand), "light").accentText);
  if (isLicet(brand)) return read(ICON).replaceAll("#0d6b54", colour);
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${colour}"/><text x="16" y="22.500" text-anchor="middle" font-family="system-ui, sans-serif" font-size="19" font-weight="600" fill="#fff">${firstLetter(brand.name)}</text></svg>`.toString();
}

const read = (file: URL): string => readFileSync(file, "utf8");
