import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { findPreviousCommit } from "./previous-version.ts";

function createRepository(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "licet-previous-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const repository = join(folder, "repository");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.test", ...args], {
      cwd: repository,
      encoding: "utf8",
    }).trim();
  execFileSync("git", ["init", "-q", repository]);
  const commit = (subject: string) => {
    git("commit", "-q", "--allow-empty", "-m", subject);
    return git("rev-parse", "HEAD");
  };
  return { folder, repository, git, commit };
}

test("without a release the written commit counts, then the newest release that is not this commit", async (t) => {
  const { repository, git, commit } = createRepository(t);
  const first = commit("first");
  const second = commit("second");
  assert.deepEqual(await findPreviousCommit(repository, first), {
    commit: first,
    name: `commit ${first.slice(0, 8)}`,
  });
  git("tag", "v0.9.0", first);
  git("tag", "v0.10.0", second);
  git("tag", "v0.11.0-rc.1", second);
  assert.equal((await findPreviousCommit(repository, first)).name, "v0.9.0");
  commit("third");
  assert.deepEqual(await findPreviousCommit(repository, first), { commit: second, name: "v0.10.0" });
});

test("a shallow clone, and a folder without history, are refused with what to do", async (t) => {
  const { folder, repository, commit } = createRepository(t);
  const first = commit("first");
  commit("second");
  const shallow = join(folder, "shallow");
  execFileSync("git", ["clone", "-q", "--depth", "1", pathToFileURL(repository).href, shallow]);
  await assert.rejects(findPreviousCommit(shallow, first), /may be shallow\. Fetch .*--unshallow --tags/);
  await assert.rejects(findPreviousCommit(folder, first), /has none: clone the repository/);
});
