/** The install of a checkout, with the real npm: what is installed when, and what a failure leaves behind. */

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { nodePackage } from "./places.mjs";
import { SmallCheckout } from "./testing/small-checkout.ts";

test("a start installs what running needs, once; a test adds the rest in place", async () => {
  using checkout = new SmallCheckout();
  const first = await checkout.run();
  assert.deepEqual([first.code, first.packages, first.installed], [0, "needed", true], first.stderr);
  const second = await checkout.run();
  assert.deepEqual([second.packages, second.installed], ["needed", false]);

  const place = join(checkout.folder, "node_modules/needed/package.json");
  const { ino } = statSync(place);
  const lock = statSync(join(checkout.folder, "package-lock.json")).mtimeMs;
  const tested = await checkout.run("--everything");
  assert.deepEqual([tested.packages, tested.installed], ["needed for-tests", true], tested.stderr);
  assert.equal(statSync(place).ino, ino, "a running server keeps its files");
  assert.equal(statSync(join(checkout.folder, "package-lock.json")).mtimeMs, lock);

  // Everything is enough for a start, too, and a start never removes it, not even for another lock file.
  const started = await checkout.run();
  assert.deepEqual([started.packages, started.installed], ["needed for-tests", false]);
  checkout.setVersion("2.0.0");
  const later = await checkout.run();
  assert.deepEqual([later.packages, later.installed], ["needed for-tests", true], later.stderr);
});

test("an interrupted install is made again; one that only adds leaves a start that works", async () => {
  using checkout = new SmallCheckout();
  const interrupted = async (...options: readonly string[]) => {
    checkout.write("hold", "");
    const run = checkout.start(...options);
    await checkout.waitFor("holding");
    run.interrupt();
    const { code, stderr, packages } = await run.ended;
    assert.deepEqual([code, packages], [130, ""], stderr);
    assert.match(stderr, /The install was interrupted\./);
    checkout.remove("hold");
    checkout.remove("holding");
  };
  await interrupted();
  const started = await checkout.run();
  assert.deepEqual([started.packages, started.installed], ["needed", true], started.stderr);

  await interrupted("--everything");
  const again = await checkout.run();
  assert.deepEqual([again.code, again.installed], [0, false], again.stderr);
  const tested = await checkout.run("--everything");
  assert.deepEqual([tested.packages, tested.installed], ["needed for-tests", true], tested.stderr);
});

test("what cannot be fetched fails with the words of npm, and a start that worked still does", async () => {
  using checkout = new SmallCheckout();
  await checkout.run();
  checkout.remove("packed/for-tests-1.0.0.tgz");
  checkout.remove(".cache/npm");
  const tested = await checkout.run("--everything");
  assert.deepEqual([tested.code === 0, tested.packages], [false, ""]);
  assert.match(
    tested.stderr,
    /for-tests-1\.0\.0\.tgz[\s\S]*npm failed; its words are above\. Nothing was started\./,
  );
  const started = await checkout.run();
  assert.deepEqual([started.code, started.packages, started.installed], [0, "needed", false], started.stderr);
});

test("an install by hand counts for what it has, one of another machine does not", async () => {
  using checkout = new SmallCheckout();
  checkout.npm("ci", "--omit=dev");
  const started = await checkout.run();
  assert.deepEqual([started.packages, started.installed], ["needed", false], started.stderr);
  checkout.npm("install");
  // The record of the first start says less than there is now. The addition finds nothing to do.
  const tested = await checkout.run("--everything");
  assert.deepEqual([tested.packages, tested.installed], ["needed for-tests", true], tested.stderr);
  checkout.npm("ci");
  assert.equal((await checkout.run("--everything")).installed, false);
  checkout.write("node_modules/.licet-install", "0000 another-machine running\n");
  assert.equal((await checkout.run()).installed, true);
});

test("a package that a pull adds to the repository is linked at the next start", async () => {
  using checkout = new SmallCheckout();
  await checkout.run();
  checkout.addOwnPackage("own");
  const started = await checkout.run();
  assert.deepEqual([started.code, started.installed], [0, true], started.stderr);
  assert.ok(checkout.has("node_modules/own/package.json"));
  assert.equal((await checkout.run()).installed, false);
});

test("without install scripts a start works, and what needs them says so before it installs", async () => {
  using checkout = new SmallCheckout({ npm_config_ignore_scripts: "true" });
  const started = await checkout.run();
  assert.deepEqual([started.code, started.packages], [0, "needed"], started.stderr);
  const tested = await checkout.run("--everything");
  assert.deepEqual([tested.code, tested.packages, tested.installed], [1, "", false]);
  assert.match(tested.stderr, /ignore-scripts is on[\s\S]*npm_config_ignore_scripts=false/);
});

test("npm leaves a Node out that it cannot fetch, and the message says so", async () => {
  using checkout = new SmallCheckout();
  checkout.remove(`packed/${nodePackage}-1.0.0.tgz`);
  checkout.remove(".cache/npm");
  const { code, stderr, packages } = await checkout.run();
  assert.deepEqual([code, packages], [1, ""], stderr);
  assert.match(stderr, new RegExp(`npm did not install ${nodePackage}, the Node that Licet runs on`));
});
