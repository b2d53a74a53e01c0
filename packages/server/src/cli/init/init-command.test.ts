import assert from "node:assert/strict";
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { parseConfigurationFile } from "../../state/file/parse-configuration-file.ts";
import { createLicetFolder } from "../testing/run-licet.ts";

const licet = createLicetFolder({});
after(() => licet.remove());
const read = (...path: readonly string[]) => readFileSync(join(licet.path, ...path), "utf8");

describe("licet init", () => {
  for (const framework of ["express", "fastify", "hono", "next"])
    test(`${framework}: the project has a configuration that can be applied, and no open places`, async () => {
      const { code, stdout, stderr } = await licet.run(["init", framework, `shop-${framework}`]);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /npm install\n {2}npm start/);
      const files = globSync("**/*", { cwd: join(licet.path, `shop-${framework}`), withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
      assert.deepEqual(
        files.filter((text) => /\{\{\w+\}\}/.test(text)),
        [],
      );
      parseConfigurationFile(read(`shop-${framework}`, "licet.yaml"), "licet.yaml");
      const manifest = JSON.parse(read(`shop-${framework}`, "package.json"));
      assert.equal(manifest.name, `shop-${framework}`);
      assert.ok(manifest.dependencies[framework]);
      assert.match(read(`shop-${framework}`, ".gitignore"), /^data\/$/m);
      const [secret] = /[\w-]{43}/.exec(read(`shop-${framework}`, ".env")) ?? assert.fail("no secret");
      for (const file of ["licet.yaml", ".env"]) {
        assert.ok(read(`shop-${framework}`, file).includes(secret));
        assert.match(read(`shop-${framework}`, ".gitignore"), new RegExp(`^${RegExp.escape(file)}$`, "m"));
        assert.equal(statSync(join(licet.path, `shop-${framework}`, file)).mode & 0o777, 0o600);
      }
      assert.equal(files.filter((text) => /[\w-]{43}/.test(text)).length, 1, "only licet.yaml, beside .env");
    });

  test("makes other secrets each time", async () => {
    await licet.run(["init", "express", "one"]);
    await licet.run(["init", "express", "two"]);
    const secrets = ["one", "two"].flatMap((folder) =>
      Array.from(read(folder, "licet.yaml").matchAll(/client_secret: "([^"]+)"/g), ([, secret]) => secret),
    );
    assert.equal(new Set(secrets).size, 6);
    assert.ok(secrets.every((secret) => String(secret).length >= 43));
  });

  test("replaces nothing: a folder with files is refused", async () => {
    mkdirSync(join(licet.path, "mine"));
    writeFileSync(join(licet.path, "mine", "notes.txt"), "keep");
    const { code, stderr } = await licet.run(["init", "express", "mine"]);
    assert.equal(code, 1);
    assert.match(stderr, /is not empty\. Name a new folder/);
    assert.deepEqual(globSync("*", { cwd: join(licet.path, "mine") }), ["notes.txt"]);
  });

  test("names the frameworks when another one is given", async () => {
    const { code, stderr } = await licet.run(["init", "koa"]);
    assert.equal(code, 2);
    assert.match(stderr, /express, fastify, hono, next/);
  });

  test("a name that npm would refuse becomes one that it takes", async () => {
    await licet.run(["init", "hono", "My Shop!"]);
    assert.equal(JSON.parse(read("My Shop!", "package.json")).name, "my-shop");
  });
});
