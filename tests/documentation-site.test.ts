import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { CHINESE_NAVIGATION, ENGLISH_NAVIGATION } from "../docs/.vitepress/navigation.ts";
import { DRAWINGS } from "../scripts/docs/drawings/drawings.ts";
import { drawFirstMinute, RECORDING } from "../scripts/docs/recording/recording.ts";
import { readBlocks } from "./support/documents/read-commands.ts";

const DOCS = fileURLToPath(new URL("../docs/", import.meta.url));
const read = (path: string): string => readFileSync(join(DOCS, path), "utf8");

/** In Chinese as well: concepts and first steps, as promised on the home page of the site. */
const IN_BOTH_LANGUAGES = ["index.md", "concepts.md", "guides/first-steps.md"];

interface Item {
  readonly link?: string;
  readonly items?: readonly Item[];
}
const linksOf = (items: readonly Item[]): readonly string[] =>
  items.flatMap(({ link, items: below = [] }) => [...(link === undefined ? [] : [link]), ...linksOf(below)]);
const listed = [ENGLISH_NAVIGATION, CHINESE_NAVIGATION].flatMap(({ sidebar }) => linksOf(sidebar as Item[]));

/** `guides/install.md` is at /guides/install, and the index of a folder at its address. */
const addressOf = (document: string): string =>
  `/${document.replace(/\.md$/, "").replace(/(^|\/)(?:index|README)$/, "$1")}`;

describe("the pages of the documentation site", () => {
  const documents = globSync("**/*.md", { cwd: DOCS, exclude: ["**/node_modules", ".vitepress"] });

  test("are all in the navigation, except the decisions, which have an index, and the home pages", () => {
    const isHome = (document: string) => /^(?:zh\/)?index\.md$/.test(document);
    const needed = documents.filter((path) => !/^adr\/\d/.test(path) && !isHome(path));
    assert.deepEqual(
      needed.map(addressOf).filter((address) => !listed.includes(address)),
      [],
    );
  });

  test("are all there", () => {
    const addresses = new Set(documents.map(addressOf));
    assert.deepEqual(
      listed.filter((link) => !addresses.has(link)),
      [],
    );
  });
});

describe("the Chinese pages", () => {
  for (const document of IN_BOTH_LANGUAGES)
    test(`${document} has the same headings and the same commands in Chinese`, () => {
      assert.ok(existsSync(join(DOCS, "zh", document)), `docs/zh/${document} is missing`);
      const chinese = read(`zh/${document}`);
      const depths = (text: string) => [...text.matchAll(/^#+(?= )/gm)].map(([depth]) => depth);
      assert.deepEqual(depths(chinese), depths(read(document)));
      const blocks = (path: string) => readBlocks(path).map(({ content }) => content);
      assert.deepEqual(blocks(`docs/zh/${document}`), blocks(`docs/${document}`));
      const letters = chinese.replace(/```.*?```/gs, "").match(/[\u4e00-\u9fa5]/g)?.length ?? 0;
      assert.ok(letters > 50, `${letters} Chinese characters`);
    });

  test("are all compared", () => {
    const chinese = globSync("**/*.md", { cwd: join(DOCS, "zh") });
    assert.deepEqual(chinese.toSorted(), IN_BOTH_LANGUAGES.toSorted());
  });
});

describe("the drawings", () => {
  for (const [file, svg] of DRAWINGS)
    test(`${file} is what \`npm run drawings\` draws`, () => {
      assert.equal(read(`images/concepts/${file}`), svg, "run `npm run drawings`");
    });

  test("the recording shows what the README shows", () => {
    assert.equal(read(`images/${RECORDING}`), drawFirstMinute(), "run `npm run drawings`");
  });

  test("are all shown", () => {
    const shown = [read("concepts.md"), read("zh/concepts.md")].join("\n");
    assert.deepEqual(
      [...DRAWINGS.keys()].filter((file) => !shown.includes(`images/concepts/${file}`)),
      [],
    );
  });
});

test("the todo application of the AuthZEN guide is the example of the repository", () => {
  const shown = readBlocks("docs/guides/authzen.md").find(({ content }) =>
    content.startsWith("# todo.yaml\n"),
  );
  const example = readFileSync(join(DOCS, "../examples/authzen-todo.yaml"), "utf8");
  assert.ok(example.endsWith(shown?.content.replace("# todo.yaml\n", "\n") ?? "none"));
});
