import { listBuiltPackages } from "./built-packages.ts";
import { isHosted } from "./check-repository.ts";
import { readVersion } from "./read-versions.ts";
import {
  failed,
  lastWords,
  ok,
  type ReleaseContext,
  type ReleaseStep,
  warning,
  would,
} from "./release-step.ts";

/** npm proves where a package was built only in a hosted run that may ask for a token of its identity (OIDC). */
const canProve = (context: ReleaseContext): boolean =>
  isHosted(context) && context.environment.ACTIONS_ID_TOKEN_REQUEST_URL !== undefined;

export const signedTag: ReleaseStep = {
  name: "signed tag",
  async run(context) {
    const { root, run, dryRun } = context;
    const tag = `v${readVersion(root)}`;
    if ((await run(["git", "rev-parse", "--verify", "--quiet", `${tag}^{commit}`])).code === 0)
      return ok(`${tag} exists`);
    if (isHosted(context))
      return failed(`${tag} does not exist`, "the hosted run publishes a tag that was pushed");
    const key = (await run(["git", "config", "--get", "user.signingkey"])).stdout.trim();
    if (key === "")
      return (dryRun ? warning : failed)(
        `git has no key to sign ${tag} with`,
        "git config user.signingkey KEY (and gpg.format ssh for an SSH key)",
      );
    if (dryRun) return would(`git tag -s ${tag}`);
    const result = await run(["git", "tag", "-s", tag, "-m", `Licet ${readVersion(root)}`]);
    return result.code === 0
      ? ok(tag)
      : failed(lastWords(result), "make the key usable, and run the release again");
  },
};

export const pushedTag: ReleaseStep = {
  name: "push",
  async run(context) {
    const { root, run, dryRun } = context;
    const tag = `v${readVersion(root)}`;
    if (isHosted(context)) return ok(`${tag} was pushed`);
    if (dryRun) return would(`git push --atomic origin main ${tag}; the hosted run of the tag publishes`);
    const result = await run(["git", "push", "--atomic", "origin", "main", tag]);
    return result.code === 0
      ? ok(`main and ${tag}`)
      : failed(lastWords(result), "push main and the tag yourself");
  },
};

export const published: ReleaseStep = {
  name: "npm publish",
  async run(context) {
    const { root, run, dryRun } = context;
    const packages = listBuiltPackages(root);
    if (packages.length === 0) return failed("there is no package to publish", "see the step build");
    if (!dryRun && !canProve(context))
      return warning(
        "packages are published with provenance, which needs a hosted run",
        "wait for the run of the tag (.github/workflows/release.yml)",
      );
    const done: string[] = [];
    for (const { name, folder } of packages) {
      const args = ["publish", "--provenance", "--access", "public", ...(dryRun ? ["--dry-run"] : [])];
      const result = await run(["npm", ...args], { folder });
      if (result.code !== 0)
        return (dryRun ? warning : failed)(
          `${name} was refused: ${lastWords(result)}${done.length > 0 ? `. Published before: ${done.join(", ")}` : ""}`,
          "fix it, and run the release again; a version that is published stays",
        );
      done.push(name);
    }
    return (dryRun ? would : ok)(
      `${dryRun ? "publish" : "published"} ${done.join(", ")}, in this order, with provenance`,
    );
  },
};
