import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../testing/root.ts";
import type { BundledPackage } from "./bundled-packages.ts";

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-][\w.-]+)?$/i;
const LICENCE_SECTION = /^#+ *licen[cs]e\s*$([\s\S]*?)(?=^#|(?![\s\S]))/im;
/** The licences of what a package bundles itself stand after this heading; only its own code is in ours. */
const OF_ITS_DEPENDENCIES = /^# Licenses of bundled dependencies$[\s\S]*/m;
const COPYRIGHT_COMMENT = /^(?:\/\/.*\n)*?(\/\/ Copyright .*\n(?:\/\/.*\n)*)/;

/** The text of the licence of a package, from its files; without a text there, the standard one of its licence. */
export function readLicenceText(bundled: BundledPackage): string {
  const files = readdirSync(bundled.folder).filter((name) => LICENCE_FILE.test(name));
  if (files.length > 0) return files.map((name) => readLicenceFile(join(bundled.folder, name))).join("\n\n");
  const readme = readdirSync(bundled.folder).find((name) => /^readme(\.md)?$/i.test(name));
  const section = readme && LICENCE_SECTION.exec(readFileSync(join(bundled.folder, readme), "utf8"))?.[1];
  if (section?.includes("Permission is hereby granted")) return section.trim();
  return [...copyrightComments(bundled), ...standardTexts(bundled)].join("\n\n");
}

const readLicenceFile = (file: string): string =>
  readFileSync(file, "utf8").replaceAll("\r\n", "\n").replace(OF_ITS_DEPENDENCIES, "").trim();

/** The comments at the head of its modules, each once: they name the owners, and licences of single files. */
function copyrightComments({ folder }: BundledPackage): readonly string[] {
  const found = globSync("**/*.js", { cwd: folder }).flatMap((path) => {
    const [, comment] = COPYRIGHT_COMMENT.exec(readFileSync(join(folder, path), "utf8")) ?? [];
    return comment === undefined ? [] : [comment.replace(/^\/\/ ?/gm, "").trim()];
  });
  return [...new Set(found)];
}

function standardTexts({ name, license, author }: BundledPackage): readonly string[] {
  if (/\bApache-2\.0\b/.test(license)) return [readFileSync(join(root, "LICENSE"), "utf8").trim()];
  const owner = typeof author === "object" ? author.name : author;
  if (license === "MIT" && owner !== undefined) return [`Copyright (c) ${owner}\n\n${MIT}`];
  throw new Error(`${name} has no text of its licence ${license}, and there is none for it here`);
}

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
