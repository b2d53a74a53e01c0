import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/testing/root.ts";
import { readRecording } from "./recording.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const findIn = (path: string, pattern: RegExp): string =>
  pattern.exec(read(path))?.[1] ?? `nothing in ${path}`;

/** What a driven client is started with. */
const BESIDE = new Set(["express", "react", "react-dom", "esbuild"]);

test("docs/guides/clients.md has the versions that are driven", () => {
  const rows = read("docs/guides/clients.md")
    .split("\n")
    .filter((line) => line.startsWith("| ["));
  const packages = globSync("tests/clients/*/package.json", { cwd: root }).flatMap((path) =>
    Object.entries<string>(JSON.parse(read(path)).dependencies).filter(([name]) => !BESIDE.has(name)),
  );
  const own: Record<string, string> = {
    ...JSON.parse(read("package.json")).devDependencies,
    ...JSON.parse(read("tests/package.json")).devDependencies,
  };
  const inNpmTest = Object.entries(own).filter(([name]) => /openid|oidc-client/.test(name));
  const driven = [
    ...[...packages, ...inNpmTest].map(([name, version]) => [name, version.replace("^", "")]),
    ...["authlib", "requests-oauthlib"].flatMap((name) =>
      readRecording(name)
        .library.split(", ")
        .map((library) => library.split(" ")),
    ),
    [
      "openapi-python-client",
      findIn("tests/clients/openapi-python-client/requirements.txt", /^openapi-python-client==(.+)$/m),
    ],
    ["oapi-codegen", findIn("tests/clients/oapi-codegen/go.mod", /oapi-codegen\/v2 (v\S+)/)],
    ...["spring", "quick-starts-spring"].map((name) => [
      "Spring Boot",
      findIn(`tests/clients/${name}/pom.xml`, /<version>(.+)<\/version>/),
    ]),
    ...["fastapi", "Authlib", "joserfc", "PyJWT"].map((name) => [
      name,
      findIn("tests/clients/quick-starts-python/requirements.txt", new RegExp(`^${name}==(.+)$`, "m")),
    ]),
    ...["keyfunc/v3", "golang-jwt/jwt/v5", "go-oidc/v3", "golang.org/x/oauth2"].map((name) => [
      name,
      findIn("tests/clients/quick-starts-go/go.mod", new RegExp(`${name} (v\\S+)`)),
    ]),
  ];
  assert.ok(packages.length >= 5 && inNpmTest.length >= 4, "the test found what is driven");
  const isDocumented = ([name = "", version = ""]: readonly string[]) =>
    rows.some((row) => row.includes(name) && row.includes(version));
  assert.deepEqual(
    driven.filter((each) => !isDocumented(each)),
    [],
  );
});
