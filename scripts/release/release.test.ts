import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import type { SchemaMigration } from "../../packages/server/src/storage/migrations/schema-migration.ts";
import { compatibleTables } from "./check-migrations.ts";
import { knownVulnerabilities, testsPass } from "./check-quality.ts";
import {
  changelogSection,
  cleanTree,
  freeTag,
  namedAddresses,
  onMain,
  sameVersions,
} from "./check-repository.ts";
import { billOfMaterials, builtPackages, checksums, packedPackages } from "./make-artifacts.ts";
import { published, pushedTag, signedTag } from "./publish.ts";
import type { CommandResult, ReleaseContext, ReleaseStep } from "./release-step.ts";
import { createRunCommand } from "./run-command.ts";
import { formatOutcome, hasFailed, runSteps } from "./run-steps.ts";

const DONE: CommandResult = { code: 0, stdout: "", stderr: "" };
type Npm = (args: readonly string[], folder: string) => CommandResult;

const FILES: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({
    name: "workspace",
    version: "1.2.0",
    homepage: "https://licet.example.test",
    repository: { type: "git", url: "git+https://git.example.test/licet.git" },
    bugs: { url: "https://git.example.test/licet/issues" },
  }),
  "packages/engine/package.json": JSON.stringify({ name: "@licet/engine", version: "1.2.0" }),
  "packages/sdk/package.json": JSON.stringify({
    name: "@licet/sdk",
    version: "1.2.0",
    peerDependencies: { "@licet/engine": "1.2.0", hono: "^4.0.0" },
  }),
  "package-lock.json": JSON.stringify({
    version: "1.2.0",
    packages: {
      "": { version: "1.2.0" },
      "packages/engine": { version: "1.2.0" },
      "packages/sdk": { version: "1.2.0" },
    },
  }),
  "CHANGELOG.md": "# Changelog\n\n## 1.2.0 (2026-11-16)\n\n- More.\n\n## 1.1.0 (2026-10-01)\n\n- Less.\n",
  ".gitignore": "dist/\n.cache/\n",
  "packages/server/src/storage/migrations/0001-initial.ts": "one\n",
};

/** A repository with a real history. npm is the outside world, and answers as a test says. */
function createRepository(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), "licet-release-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const commit = (subject: string) => {
    git("add", "-A");
    git("commit", "-q", "--allow-empty", "-m", subject);
  };
  git("init", "-q", "-b", "main");
  git("config", "user.name", "Test");
  git("config", "user.email", "test@example.test");
  git("config", "commit.gpgsign", "false");
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  commit("first");
  const commands: string[] = [];
  const context = (more: Partial<ReleaseContext> & { readonly npm?: Npm } = {}): ReleaseContext => {
    const { npm = () => DONE, ...rest } = more;
    const real = createRunCommand(root);
    return {
      root,
      dryRun: true,
      skipTests: false,
      environment: {},
      run: async (command, options = {}) => {
        const [program, ...args] = command;
        commands.push(command.join(" "));
        return program === "git" ? real(command, options) : npm(args, options.folder ?? root);
      },
      ...rest,
    };
  };
  return { root, git, write, commit, commands, context };
}

const statusOf = async (step: ReleaseStep, context: ReleaseContext) => (await step.run(context)).status;

test("a clean commit of main with one version and its changelog is ready", async (t) => {
  const { context } = createRepository(t);
  for (const step of [
    cleanTree,
    onMain,
    sameVersions,
    namedAddresses,
    changelogSection,
    freeTag,
    compatibleTables(),
  ])
    assert.equal(await statusOf(step, context()), "ok", step.name);
});

test("an uncommitted file, another branch, and a taken tag stop a release, each with what to do", async (t) => {
  const { git, write, commit, context } = createRepository(t);
  write("left.txt", "x");
  const dirty = await cleanTree.run(context());
  assert.deepEqual([dirty.status, dirty.todo], ["failed", "commit them, or undo them"]);
  assert.match(dirty.what, /left\.txt/);
  git("switch", "-q", "-c", "topic");
  assert.match((await onMain.run(context())).what, /on topic/);
  git("tag", "v1.2.0");
  assert.equal(await statusOf(freeTag, context()), "ok");
  commit("second");
  assert.match((await freeTag.run(context())).what, /v1\.2\.0 is another commit/);
});

test("a version that differs in one place is named", async (t) => {
  const { write, context } = createRepository(t);
  write(
    "packages/sdk/package.json",
    (FILES["packages/sdk/package.json"] ?? "").replace('engine":"1.2.0', 'engine":"1.1.0'),
  );
  write(
    "package-lock.json",
    (FILES["package-lock.json"] ?? "").replace(
      '"packages/sdk":{"version":"1.2.0"',
      '"packages/sdk":{"version":"1.1.9"',
    ),
  );
  const { status, what } = await sameVersions.run(context());
  assert.equal(status, "failed");
  assert.match(
    what,
    /1\.1\.0 in @licet\/engine in packages\/sdk\/package\.json, 1\.1\.9 in package-lock\.json, packages\/sdk/,
  );
});

test("a repository that does not say where it is stops a release", async (t) => {
  const { write, context } = createRepository(t);
  write("package.json", JSON.stringify({ name: "workspace", version: "1.2.0", homepage: "https://x.test" }));
  const { status, what } = await namedAddresses.run(context());
  assert.deepEqual([status, what], ["failed", "package.json has no repository, bugs"]);
});

test("a changelog without the version, without a date or without a line stops a release", async (t) => {
  const { write, context } = createRepository(t);
  for (const text of [
    "## Unreleased\n\n- More.\n",
    "## 1.2.0\n\n- More.\n",
    "## 1.2.0 (2026-11-16)\n\n## 1.1.0 (2026-10-01)\n- Less.\n",
  ]) {
    write("CHANGELOG.md", text);
    assert.equal(await statusOf(changelogSection, context()), "failed", text);
  }
});

const migration = (name: string, oldestSchema: number): SchemaMigration => ({
  name,
  kind: "contract",
  oldestSchema,
  summary: "",
  tables: [],
  up: async () => {},
});

test("a released migration that was edited, and one that breaks servers of the last release, stop a release", async (t) => {
  const { git, write, commit, context } = createRepository(t);
  git("tag", "v1.1.0");
  commit("second");
  const initial = migration("0001-initial", 1);
  const check = (...added: SchemaMigration[]) => compatibleTables([initial, ...added]).run(context());
  assert.match((await check(migration("0002-more", 1))).what, /1 since v1\.1\.0 \(schema 1\)/);
  const breaking = await check(migration("0002-less", 2));
  assert.deepEqual(
    [breaking.status, breaking.todo],
    ["failed", "expand in this release, and contract in the next one"],
  );
  write("packages/server/src/storage/migrations/0001-initial.ts", "two\n");
  commit("third");
  assert.match((await check()).what, /changed since: .*0001-initial\.ts/);
});

test("known vulnerabilities stop a release; a registry that does not answer is a warning", async (t) => {
  const { context } = createRepository(t);
  const answer = (stdout: string, code = 0) =>
    context({ npm: () => ({ code, stdout, stderr: "ENOTFOUND" }) });
  const report = (counts: object) => JSON.stringify({ metadata: { vulnerabilities: counts } });
  assert.equal(await statusOf(knownVulnerabilities, answer(report({ high: 0, total: 0 }))), "ok");
  assert.match((await knownVulnerabilities.run(answer(report({ high: 2, total: 2 }), 1))).what, /2 high/);
  assert.equal(await statusOf(knownVulnerabilities, answer("", 1)), "warning");
  assert.equal(await statusOf(knownVulnerabilities, answer('{"message":"404"}', 1)), "warning");
});

test("the tests run once for a commit, and only a dry run may leave them out", async (t) => {
  const { commit, commands, context } = createRepository(t);
  assert.equal(await statusOf(testsPass, context({ skipTests: true })), "would");
  assert.equal(
    await statusOf(testsPass, context({ dryRun: false, skipTests: true, npm: () => ({ ...DONE, code: 1 }) })),
    "failed",
  );
  assert.equal(await statusOf(testsPass, context()), "ok");
  assert.equal(await statusOf(testsPass, context()), "ok");
  commit("second");
  assert.equal(await statusOf(testsPass, context()), "ok");
  assert.equal(commands.filter((command) => command === "npm run test:all").length, 3);
  commit("third");
  assert.equal(await statusOf(testsPass, context({ environment: { GITHUB_ACTIONS: "true" } })), "ok");
  assert.equal(commands.at(-1), "npm run test");
});

/** `npm run build`, `npm run sbom` and `npm pack`, as far as the steps see them. */
const makeArtifacts =
  (root: string): Npm =>
  (args, folder) => {
    const manifest = (name: string) => readFileSync(join(root, "packages", name, "package.json"), "utf8");
    if (args[1] === "build")
      for (const name of ["sdk", "engine"]) {
        mkdirSync(join(root, "packages", name, "dist"), { recursive: true });
        writeFileSync(join(root, "packages", name, "dist/package.json"), manifest(name));
      }
    if (args[1] === "sbom") {
      mkdirSync(join(root, "dist"), { recursive: true });
      writeFileSync(args.at(-1) ?? "", "{}");
    }
    if (args[0] === "pack") {
      const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      writeFileSync(
        join(args.at(-1) ?? "", `${name.replace("@", "").replace("/", "-")}-${version}.tgz`),
        name,
      );
    }
    return DONE;
  };

test("packages are built, packed and published in the order of their needs, with checksums", async (t) => {
  const { root, commands, context } = createRepository(t);
  const dry = context({ npm: makeArtifacts(root) });
  for (const step of [billOfMaterials, builtPackages, packedPackages, checksums])
    assert.equal(await statusOf(step, dry), "ok", step.name);
  const sums = readFileSync(join(root, "dist/SHA256SUMS"), "utf8");
  assert.match(
    sums,
    /^[0-9a-f]{64} {2}licet-engine-1\.2\.0\.tgz\n.*licet-sdk-1\.2\.0\.tgz\n.*licet-1\.2\.0\.cdx\.json\n$/s,
  );
  const result = await published.run(dry);
  assert.deepEqual(
    [result.status, /@licet\/engine, @licet\/sdk, in this order/.test(result.what)],
    ["would", true],
  );
  assert.equal(
    commands.filter((command) => /^npm publish .*--provenance.*--dry-run$/.test(command)).length,
    2,
  );
});

test("outside of a hosted run nothing is published, and in one the tag must be there", async (t) => {
  const { root, git, commands, context } = createRepository(t);
  makeArtifacts(root)(["run", "build"], root);
  assert.equal(await statusOf(published, context({ dryRun: false })), "warning");
  assert.ok(!commands.some((command) => command.startsWith("npm publish")));
  const environment = { GITHUB_ACTIONS: "true", ACTIONS_ID_TOKEN_REQUEST_URL: "https://example.test" };
  const hosted = context({ dryRun: false, environment });
  assert.equal(await statusOf(signedTag, hosted), "failed");
  git("tag", "v1.2.0");
  assert.equal(await statusOf(signedTag, hosted), "ok");
  assert.equal(await statusOf(published, hosted), "ok");
  assert.ok(commands.includes("npm publish --provenance --access public"));
});

test("a dry run makes no tag and pushes nothing; without a key to sign with, a release stops", async (t) => {
  const { git, context } = createRepository(t);
  git("config", "user.signingkey", "");
  assert.equal(await statusOf(signedTag, context()), "warning");
  assert.equal(await statusOf(signedTag, context({ dryRun: false })), "failed");
  git("config", "user.signingkey", "ABCDEF");
  assert.equal(await statusOf(signedTag, context()), "would");
  assert.equal(await statusOf(pushedTag, context()), "would");
  assert.equal(git("tag"), "");
});

test("a release ends at the first failure, a dry run shows all of them", async (t) => {
  const { write, context } = createRepository(t);
  write("left.txt", "x");
  write("CHANGELOG.md", "# Changelog\n");
  const steps = [cleanTree, onMain, changelogSection];
  const real = await runSteps(steps, context({ dryRun: false }));
  assert.deepEqual(
    real.map(({ name }) => name),
    ["clean tree"],
  );
  const dry = await runSteps(steps, context());
  assert.deepEqual(
    dry.map(({ status }) => status),
    ["failed", "ok", "failed"],
  );
  assert.ok(hasFailed(dry));
  assert.match(formatOutcome(dry[0] ?? assert.fail()), /^failed {3}clean tree {5}.*\n +→ commit them/);
});
