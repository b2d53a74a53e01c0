import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listBuiltPackages } from "./built-packages.ts";
import { readVersion } from "./read-versions.ts";
import { failed, lastWords, ok, type ReleaseStep } from "./release-step.ts";

const DIST = "dist";
const CHECKSUMS = "SHA256SUMS";

export const billOfMaterials: ReleaseStep = {
  name: "SBOM",
  async run({ root, run }) {
    const file = join(DIST, `licet-${readVersion(root)}.cdx.json`);
    const result = await run(["npm", "run", "sbom", "--", join(root, file)]);
    return result.code === 0 && existsSync(join(root, file))
      ? ok(file)
      : failed(
          `npm run sbom ended with ${result.code}: ${lastWords(result)}`,
          "fix it, and run the release again",
        );
  },
};

export const builtPackages: ReleaseStep = {
  name: "build",
  async run({ root, run }) {
    const result = await run(["npm", "run", "build"], { showOutput: true });
    if (result.code !== 0)
      return failed(`npm run build ended with ${result.code}`, "fix it; its output is above");
    const built = listBuiltPackages(root);
    const version = readVersion(root);
    const other = built.filter((each) => each.version !== version);
    if (built.length === 0 || other.length > 0)
      return failed(
        other.length > 0
          ? `of another version: ${other.map(({ name, version: own }) => `${name} ${own}`).join(", ")}`
          : "npm run build has made no package",
        "see scripts/build.ts",
      );
    return ok(built.map(({ name }) => name).join(", "));
  },
};

export const packedPackages: ReleaseStep = {
  name: "pack",
  async run({ root, run }) {
    const target = join(root, DIST);
    mkdirSync(target, { recursive: true });
    for (const old of globSync("*.tgz", { cwd: target })) rmSync(join(target, old));
    for (const { name, folder } of listBuiltPackages(root)) {
      const result = await run(["npm", "pack", "--pack-destination", target], { folder });
      if (result.code !== 0)
        return failed(
          `${name} could not be packed: ${lastWords(result)}`,
          "fix it, and run the release again",
        );
    }
    const packed = listTarballs(root);
    return packed.length > 0 ? ok(packed.join(", ")) : failed("nothing was packed", "see the step build");
  },
};

/** In order of their names. */
export const listTarballs = (root: string): readonly string[] =>
  globSync("*.tgz", { cwd: join(root, DIST) }).sort();

export const checksums: ReleaseStep = {
  name: "checksums",
  async run({ root }) {
    const files = [...listTarballs(root), `licet-${readVersion(root)}.cdx.json`];
    const missing = files.filter((file) => !existsSync(join(root, DIST, file)));
    if (missing.length > 0) return failed(`missing: ${missing.join(", ")}`, "see the steps before");
    const lines = files.map((file) => {
      const digest = createHash("sha256")
        .update(readFileSync(join(root, DIST, file)))
        .digest("hex");
      return `${digest}  ${file}\n`;
    });
    writeFileSync(join(root, DIST, CHECKSUMS), lines.join(""));
    return ok(`${DIST}/${CHECKSUMS}: ${files.length} files`);
  },
};
