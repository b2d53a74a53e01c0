import { hash } from "node:crypto";
import { readFileSync } from "node:fs";

const STYLES = new URL("./shop.css", import.meta.url);
const ICON = new URL("./icon.svg", import.meta.url);

/** A file of the pages. Its path contains a hash of its content, so browsers may cache it forever. */
interface Asset {
  readonly path: string;
  readonly mediaType: string;
  readonly body: string;
}

export interface Assets {
  readonly styles: Asset;
  readonly icon: Asset;
  /** Undefined for a path that is no asset. */
  respond(path: string): Response | undefined;
}

export function createAssets(folder: string): Assets {
  const load = (file: URL, name: string, extension: string, mediaType: string): Asset => {
    const body = readFileSync(file, "utf8");
    const path = `${folder}/${name}-${hash("sha256", body, "base64url").slice(0, 16)}.${extension}`;
    return { path, mediaType, body };
  };
  const styles = load(STYLES, "shop", "css", "text/css; charset=utf-8");
  const icon = load(ICON, "icon", "svg", "image/svg+xml");
  return {
    styles,
    icon,
    respond(path) {
      const asset = [styles, icon].find((one) => one.path === path);
      return (
        asset &&
        new Response(asset.body, {
          headers: {
            "content-type": asset.mediaType,
            "cache-control": "public, max-age=31536000, immutable",
            "x-content-type-options": "nosniff",
            "cross-origin-resource-policy": "same-origin",
          },
        })
      );
    },
  };
}
