import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Logo } from "../../oauth/stores.ts";
import type { Brand } from "./brand.ts";
import { accentShades, brandColour, brandStylesheet } from "./brand-stylesheet.ts";
import { formatColour } from "./colour.ts";

/** A file that the pages need, named by its content: it may be cached for ever. */
export interface Asset {
  readonly path: string;
  readonly mediaType: string;
  readonly body: string | Uint8Array;
}

/** The common parts of all pages of a deployment. Made once, at the start. */
export interface Site {
  readonly brand: Brand;
  readonly paths: {
    readonly styles: string;
    readonly brandStyles: string;
    readonly icon: string;
    readonly formPostScript: string;
  };
  /** The assets to serve, each under its path. */
  readonly assets: readonly Asset[];
}

/** A given logo becomes one of the assets, and replaces the `logoUrl` of the brand. */
export function createSite(brand: Brand, logo?: Logo): Site {
  const styles = asset("licet", "css", read("styles.css"));
  const brandStyles = asset("brand", "css", brandStylesheet(brand));
  const icon = asset("icon", "svg", iconOf(brand));
  const formPostScript = asset("form-post", "js", read("form-post.js"));
  const shownLogo = logo && asset("logo", LOGO_EXTENSIONS[logo.mediaType], logo.bytes);
  return {
    brand: { ...brand, ...(shownLogo && { logoUrl: shownLogo.path }) },
    paths: {
      styles: styles.path,
      brandStyles: brandStyles.path,
      icon: icon.path,
      formPostScript: formPostScript.path,
    },
    assets: [styles, brandStyles, icon, formPostScript, ...(shownLogo ? [shownLogo] : [])],
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

/** In the readable shade: its line is white. */
const iconOf = (brand: Brand): string =>
  read("icon.svg").replaceAll("#0d6b54", formatColour(accentShades(brandColour(brand), "light").accentText));

const read = (name: string): string => readFileSync(new URL(`assets/${name}`, import.meta.url), "utf8");
