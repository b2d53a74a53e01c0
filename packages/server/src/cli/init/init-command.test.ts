import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { promisify } from "node:util";
import { parseConfigurationFile } from "../../files/parse-configuration-file.ts";
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

  test("the cookies of the project are sealed, and over TLS Secure and for one host alone", async () => {
    await licet.run(["init", "express", "sealed"]);
    const asCookie = async (env: NodeJS.ProcessEnv) => {
      const program = `
        import { readCookie, removeCookie, writeCookie } from "./src/cookies.mjs";
        const session = { name: "Alice", token: "the token" };
        const written = writeCookie("session", session, 60);
        const [pair] = written.split(";");
        const read = (text) => readCookie(text, "session") ?? null;
        console.log(JSON.stringify({ written, removed: removeCookie("session"), read: read("a=b; " + pair),
          plain: read("session=" + Buffer.from(JSON.stringify(session)).toString("base64url")),
          changed: read(pair.replace(/=./, (first) => (first === "=A" ? "=B" : "=A"))),
          renamed: readCookie(pair.replace("session", "login"), "login") ?? null }));`;
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ["--env-file=.env", "--input-type=module", "-e", program],
        { cwd: join(licet.path, "sealed"), env },
      );
      return JSON.parse(stdout);
    };
    const plain = await asCookie({});
    assert.match(plain.written, /^session=[\w-]+; HttpOnly; SameSite=Lax; Path=\/; Max-Age=60$/);
    const secure = await asCookie({ BASE_URL: "https://shop.example.com" });
    assert.match(
      secure.written,
      /^__Host-session=[\w-]+; HttpOnly; SameSite=Lax; Path=\/; Secure; Max-Age=60$/,
    );
    assert.match(secure.removed, /^__Host-session=; .*Secure; Max-Age=0$/);
    for (const { written, read, plain: foreign, changed, renamed } of [plain, secure]) {
      assert.deepEqual(read, { name: "Alice", token: "the token" });
      assert.deepEqual([foreign, changed, renamed], [null, null, null]);
      const [, sealed = ""] = /=([\w-]+)/.exec(written) ?? [];
      assert.doesNotMatch(Buffer.from(sealed, "base64url").toString("latin1"), /Alice|token/);
    }
    const servers = globSync("src/*.mjs", { cwd: join(licet.path, "sealed") });
    const setters = servers.filter((file) => /Max-Age/.test(read("sealed", file)));
    assert.deepEqual(setters, [join("src", "cookies.mjs")], "every cookie is made there");
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
