import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createLicetFolder } from "../packages/server/src/cli/testing/run-licet.ts";
import { answerPattern } from "./support/documents/answer-pattern.ts";
import { type CommandRunner, createCommandRunner } from "./support/documents/command-runner.ts";
import { NOT_RUN } from "./support/documents/not-run.ts";
import {
  type DocumentedCommand,
  findHiddenCommands,
  readBlocks,
  readCommands,
} from "./support/documents/read-commands.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

describe("docs/threat-model.md", () => {
  const document = read("docs/threat-model.md");
  const defences = document.slice(document.indexOf("\n## Defences"), document.indexOf("\n## Not defended"));
  const rows = defences.split("\n").filter((line) => /^\| (?!defence \|)/.test(line));

  test("names a test for every defence, and no test that is not there", () => {
    assert.ok(rows.length > 30, `${rows.length} defences`);
    const untested = rows.filter((row) => !/`(tests|packages)\/[\w./-]+\.test\.ts`/.test(row));
    assert.deepEqual(untested, []);
    const named = [...document.matchAll(/`((?:tests|packages|scripts)\/[^`]+)`/g)].map(([, path]) =>
      String(path),
    );
    assert.deepEqual(
      named.filter((path) => !existsSync(join(ROOT, path))),
      [],
    );
  });

  test("every folder of attacks holds a defence", () => {
    const folders = globSync("tests/security/*/", { cwd: ROOT }).map((path) => path.replace(/\/?$/, "/"));
    assert.ok(folders.length > 10);
    assert.deepEqual(
      folders.filter((folder) => !defences.includes(`\`${folder}`)),
      [],
    );
  });
});

const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "docs/concepts.md",
  "docs/compare.md",
  "docs/architecture.md",
  "docs/threat-model.md",
  "docs/releasing.md",
  "docs/api-versioning.md",
  "docs/operations.md",
  "docs/spec-divergences.md",
  "docs/adr/README.md",
  "docs/bench/README.md",
  ...globSync("docs/guides/*.md", { cwd: ROOT }),
  ...globSync("docs/move/*.md", { cwd: ROOT }),
];

/** What stands beside the code that it is about. */
const READMES = globSync(["packages/*/README.md", "examples/README.md", "examples/*/README.md"], {
  cwd: ROOT,
});

/**
 * What another test runs: tests/browser/tutorial.test.ts does the tutorial, and tests/documentation-site.test.ts holds
 * the Chinese pages to the commands of the English ones.
 */
const RUN_ELSEWHERE = ["docs/tutorial.md", ...globSync("docs/zh/**/*.md", { cwd: ROOT })];

/** Written from the code; tests/reference.test.ts is about what they say. */
const REFERENCE = globSync("docs/reference/*.md", { cwd: ROOT });

for (const document of [...DOCUMENTS, ...READMES, ...RUN_ELSEWHERE, ...REFERENCE]) {
  test(`${document} links only to what exists`, () => {
    const links = [
      ...read(document).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g),
      ...read(document).matchAll(/ src(?:set)?="(?!https?:)([^"\s]+)/g),
    ].map(([, link]) => link as string);
    const missing = links.filter((link) => !existsSync(resolve(ROOT, dirname(document), link)));
    assert.deepEqual(missing, []);
  });
}

interface DocumentedTerminal {
  readonly documents: readonly string[];
  readonly first?: string;
  /** Folders of the examples whose files are there. */
  readonly examples?: readonly string[];
}

const SYSTEMS = ["authing", "keycloak", "hydra", "auth0"];

/** The documents whose commands are tried one after the other on one folder, and what is there before the first. */
const TERMINALS: readonly DocumentedTerminal[] = [
  { documents: ["README.md"] },
  { documents: ["docs/guides/first-steps.md"] },
  { documents: ["docs/guides/checks.md"] },
  {
    documents: ["docs/guides/command-line.md"],
    examples: SYSTEMS.map((system) => `examples/move/${system}`),
  },
  { documents: ["docs/guides/console.md"], first: "licet serve" },
  {
    documents: DOCUMENTS.filter(
      (path) => !/README|first-steps|guides\/checks|command-line|console\.md|\/move\//.test(path),
    ),
    first: "licet serve --demo",
  },
  ...SYSTEMS.map((system) => ({
    documents: [`docs/move/${system}.md`],
    examples: [`examples/move/${system}`],
  })),
];
const NAMED_FILE = /^# (\S+\.yaml)\n/;
const isRun = ({ command }: DocumentedCommand) => !NOT_RUN.some((each) => each.command.test(command));
const withoutComment = (command: string) => command.replace(/ +# .*$/, "");
const blocksOf = (document: string, language: string) =>
  readBlocks(document).filter((block) => block.language === language);

for (const { documents, first, examples = [] } of TERMINALS) {
  describe(`the commands of ${documents.length > 1 ? "the other documents" : documents[0]}`, () => {
    let terminal: CommandRunner;
    before(async () => {
      terminal = await createCommandRunner();
      const files = documents.flatMap((document) => blocksOf(document, "yaml"));
      // The first file without a name is licet.yaml. Where there is none, a command makes it.
      const state = files.find(({ content }) => !NAMED_FILE.test(content))?.content;
      if (state !== undefined) terminal.writeFile("licet.yaml", state);
      terminal.writeFile("secret.txt", /client_secret: (\S+)/.exec(state ?? "")?.[1] ?? "");
      // A file that begins with its name is there under this name.
      for (const { content } of files) {
        const [, name] = NAMED_FILE.exec(content) ?? [];
        if (name) terminal.writeFile(name, content);
      }
      for (const { content } of documents.flatMap((document) => blocksOf(document, "ndjson")))
        terminal.writeFile("assignments.ndjson", content);
      for (const path of examples.flatMap((folder) => globSync(`${folder}/*`, { cwd: ROOT })))
        terminal.writeFile(basename(path), read(path));
      terminal.writeFile("password.txt", "only an example of a password");
      if (first) await terminal.run(first);
    });
    after(() => terminal.stop());

    // Last, because these delete what the files of the documents have in common with the demo.
    const isAboutDemo = ({ command }: DocumentedCommand) => /^licet demo /.test(command);
    const commands = documents.flatMap(readCommands).filter(isRun);
    for (const documented of commands.toSorted((a, b) => Number(isAboutDemo(a)) - Number(isAboutDemo(b))))
      test(`${documented.place}: ${documented.command}`, async () => {
        const { command, answer } = documented;
        const { code, stdout, stderr } = await terminal.run(withoutComment(command), answer);
        assert.equal(code, Number(/# ends with (\d+)$/.exec(command)?.[1] ?? 0), stderr);
        // A terminal shows both. What a command reports beside its data is on stderr.
        const shown = command.startsWith("licet convert ") ? stdout + stderr : stdout;
        if (answer !== undefined) assert.match(shown, answerPattern(answer));
        else if (command.startsWith("licet ")) assert.notEqual(stdout, "");
        if (command.includes("--output json") && !command.includes(" | ")) JSON.parse(stdout);
      });
  });
}

describe("what documents show at a terminal", () => {
  const all = [...DOCUMENTS, ...READMES];
  const commands = all.flatMap(readCommands);

  test("is written where these tests see it", () => {
    assert.deepEqual(all.flatMap(findHiddenCommands), []);
    assert.ok(commands.filter(isRun).length > 60, `${commands.filter(isRun).length}`);
  });

  test("is run, or has a reason not to be that is about a command", () => {
    const isUsed = ({ command }: (typeof NOT_RUN)[number]) =>
      commands.some((each) => command.test(each.command));
    assert.deepEqual(
      NOT_RUN.filter((each) => !isUsed(each)),
      [],
    );
    const tried = new Set(TERMINALS.flatMap(({ documents }) => documents));
    assert.deepEqual(
      commands.filter((each) => isRun(each) && !tried.has(each.place.replace(/:\d+$/, ""))),
      [],
    );
  });

  test("differs from another answer: an example that is not true would be found", () => {
    assert.match('{"a":"x1","b":2}\n', answerPattern('{"a":"x…","b":2}'));
    assert.doesNotMatch('{"a":"x1","b":3}\n', answerPattern('{"a":"x…","b":2}'));
    assert.match("one\ntwo\nthree\n", answerPattern("one\n…\n"));
    assert.doesNotMatch("one\ntwo\n", answerPattern("one\n"));
  });
});

describe("configuration in documents", () => {
  const pieces = ["docs/guides/logout.md", "examples/shop/README.md", "docs/guides/command-line.md"].flatMap(
    (document) =>
      blocksOf(document, "yaml").map(({ content, line }) => ({ place: `${document}:${line}`, content })),
  );
  const licet = createLicetFolder({ LICET_PORT: "0" });
  after(() => licet.remove());

  for (const { place, content } of pieces)
    test(`${place} can be applied`, async () => {
      const { code, stdout, stderr } = await licet.run(["apply", "-"], content);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^[+~] /m, "it changes something");
    });
});
