import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ADDRESSES, readAddresses } from "../packages/package-addresses.ts";
import { listVersions, readVersion } from "./read-versions.ts";
import { failed, ok, type ReleaseContext, type ReleaseStep, type StepResult } from "./release-step.ts";

/** A hosted run checks out a commit or a tag, and no branch. */
export const isHosted = ({ environment }: Pick<ReleaseContext, "environment">): boolean =>
  environment.GITHUB_ACTIONS === "true";

export const cleanTree: ReleaseStep = {
  name: "clean tree",
  async run({ run }) {
    const { code, stdout, stderr } = await run(["git", "status", "--porcelain"]);
    if (code !== 0) return failed(stderr.trim(), "release from a clone of the repository");
    const changed = stdout.split("\n").filter(Boolean);
    return changed.length === 0
      ? ok("nothing is uncommitted")
      : failed(
          `${changed.length} files differ from the commit: ${changed.slice(0, 3).join(", ")}`,
          "commit them, or undo them",
        );
  },
};

export const onMain: ReleaseStep = {
  name: "branch",
  async run(context) {
    const { run } = context;
    if (isHosted(context)) {
      const { code } = await run(["git", "merge-base", "--is-ancestor", "HEAD", "origin/main"]);
      return code === 0
        ? ok("this commit is on main")
        : failed("this commit is not on main", "tag a commit of main, and check out its whole history");
    }
    const branch = (await run(["git", "rev-parse", "--abbrev-ref", "HEAD"])).stdout.trim();
    return branch === "main" ? ok("main") : failed(`on ${branch}`, "git switch main");
  },
};

const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

export const sameVersions: ReleaseStep = {
  name: "versions",
  async run({ root }) {
    const version = readVersion(root);
    if (!VERSION.test(version))
      return failed(`${version} is no version of semver.org`, "write one into package.json");
    const others = listVersions(root).filter((each) => each.version !== version);
    return others.length === 0
      ? ok(`${version} everywhere`)
      : failed(
          `${version} in package.json, but ${others.map(({ place, version: other }) => `${other} in ${place}`).join(", ")}`,
          "write one version everywhere, then npm install --package-lock-only",
        );
  },
};

export const changelogSection: ReleaseStep = {
  name: "changelog",
  async run({ root }) {
    const version = readVersion(root);
    const section = findSection(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version);
    if (section === undefined)
      return failed(
        `CHANGELOG.md has no heading "## ${version} (YYYY-MM-DD)"`,
        "write it in the place of Unreleased",
      );
    return section.trim() === ""
      ? failed(`the section of ${version} is empty`, "say what changed, in the words of users")
      : ok(`${section.trim().split("\n").length} lines for ${version}`);
  },
};

/** The text below the heading of a version; undefined without one. */
export function findSection(changelog: string, version: string): string | undefined {
  const heading = `## ${version} (`;
  const [, ...sections] = changelog.split(/^(?=## )/m);
  const found = sections.find(
    (section) => section.startsWith(heading) && /^## \S+ \(\d{4}-\d{2}-\d{2}\)\n/.test(section),
  );
  return found?.slice(found.indexOf("\n") + 1);
}

export const namedAddresses: ReleaseStep = {
  name: "addresses",
  async run({ root }) {
    const named = readAddresses(root, "");
    const missing = ADDRESSES.filter((name) => named[name] === undefined);
    // npm compares the repository with the one that a hosted run built.
    return missing.length === 0
      ? ok(`${named.repository?.url}`)
      : failed(`package.json has no ${missing.join(", ")}`, "write them into package.json, for all packages");
  },
};

/** The newest release before this commit. Undefined for the first one. */
export async function findLastTag({ run }: Pick<ReleaseContext, "run">): Promise<string | undefined> {
  const tags = await run(["git", "tag", "--merged", "HEAD", "--sort=-version:refname", "--list", "v*"]);
  const atHead = (await run(["git", "tag", "--points-at", "HEAD"])).stdout.split("\n");
  return tags.stdout.split("\n").find((tag) => /^v\d+\.\d+\.\d+$/.test(tag) && !atHead.includes(tag));
}

export const freeTag: ReleaseStep = {
  name: "tag is free",
  async run({ root, run }): Promise<StepResult> {
    const tag = `v${readVersion(root)}`;
    const found = await run(["git", "rev-parse", "--verify", "--quiet", `${tag}^{commit}`]);
    if (found.code !== 0) return ok(`${tag} is not taken`);
    const head = (await run(["git", "rev-parse", "HEAD"])).stdout.trim();
    return found.stdout.trim() === head
      ? ok(`${tag} is this commit`)
      : failed(`${tag} is another commit`, "choose the next version; a tag is never moved");
  },
};
