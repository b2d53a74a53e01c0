import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { openDocs } from "../../packages/server/src/http/docs/open-docs.ts";
import { DOCS, ensureDocsBuilt } from "../../scripts/docs/ensure-docs-built.ts";

before(() => ensureDocsBuilt());

/** The build checks links in documents; menus and footers are made by the theme. */
test("every link of the built site leads to a page or a file that a server has", async () => {
  const folder = join(DOCS.folder, DOCS.output);
  const docs = await openDocs(folder);
  assert.ok(docs);
  const links = new Map<string, string>();
  for (const page of globSync("**/*.html", { cwd: folder }))
    for (const [, link = ""] of readFileSync(join(folder, page), "utf8").matchAll(
      / (?:href|src)="\/docs\/([^"#?]*)/g,
    ))
      links.set(link, page);
  assert.ok(links.size > 100, `${links.size} links`);
  const dead = [...links].filter(([link]) => docs.find(decodeURI(link)) === undefined);
  assert.deepEqual(dead, []);
});
