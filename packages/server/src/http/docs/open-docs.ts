import { createHash } from "node:crypto";
import { join } from "node:path";
import { listStaticFiles, readStaticFile, type StaticFile } from "../static-files/static-file.ts";

export interface DocsFile extends StaticFile {
  /** The hashes of the scripts in a page, as sources of its policy (CSP §2.3.1). */
  readonly scriptSources: readonly string[];
}

/** The built documentation site: a path can only reach files that were there when it was opened. */
export interface Docs {
  readonly notFound: () => Promise<DocsFile>;
  /** The page or file of a path below /docs/: `guides/install` and `zh/` are pages. */
  find(path: string): (() => Promise<DocsFile>) | undefined;
}

const INDEX = "index.html";
const NOT_FOUND = "404.html";

/** Undefined when the site was not built. Each file is read when it is first asked for: few servers show them. */
export async function openDocs(directory: string): Promise<Docs | undefined> {
  const files = new Map(
    (await listStaticFiles(directory)).map((path) => [path, readOnce(join(directory, path))]),
  );
  const notFound = files.get(NOT_FOUND);
  if (!files.has(INDEX) || notFound === undefined) return undefined;
  const find = (path: string) =>
    files.get(path === "" || path.endsWith("/") ? `${path}${INDEX}` : path) ?? files.get(`${path}.html`);
  return { notFound, find };
}

const readOnce = (path: string): (() => Promise<DocsFile>) => once(() => readDocsFile(path));

/** Repeats what has failed. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let working: Promise<T> | undefined;
  return () => {
    working ??= work().catch((error) => {
      working = undefined;
      throw error;
    });
    return working;
  };
}

async function readDocsFile(path: string): Promise<DocsFile> {
  const file = await readStaticFile(path);
  return { ...file, scriptSources: path.endsWith(".html") ? hashScripts(String(file.bytes)) : [] };
}

/** The site chooses light or dark before it is drawn, which takes a script in the page. */
function hashScripts(page: string): readonly string[] {
  return [...page.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
}
