import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createLicetFolder } from "../testing/run-licet.ts";

const licet = createLicetFolder();
after(() => licet.remove());

const run = (text: string, ...more: string[]) => licet.run([...text.split(" "), ...more]);
const show = async () => JSON.parse((await run("resource show orders -o json")).stdout);

test("a resource is created with actions, and shown with the permissions that they are", async () => {
  const { code, stderr } = await licet.run([
    ..."resource create orders --identifier https://orders.example.test --signing-alg EdDSA".split(" "),
    ...["--action", "read=See orders", "--action", "write=Change = replace"],
  ]);
  assert.equal(code, 0, stderr);
  const { stdout } = await run("resource show orders");
  assert.match(stdout, /^signing_alg +EdDSA$/m);
  assert.match(stdout, /^orders:write +Change = replace$/m);
  assert.match(
    (await run("resource list")).stdout,
    /^orders +https:\/\/orders\.example\.test +EdDSA +read, write$/m,
  );
  const again = await run("resource create orders --identifier https://other.example.test");
  assert.match(again.stderr, /the resource orders exists already/);
  assert.equal((await run("resource create x --identifier urn:x --action read")).code, 2);
  assert.match((await run("resource create x --identifier x")).stderr, /is not a resource identifier/);
});

test("actions are added, described anew and removed; languages and instances stay", async () => {
  const state = `{ resources: [{ name: orders, identifier: https://orders.example.test, signing_alg: EdDSA, actions: {
    read: { description: { en: See orders, zh: 查看订单 } }, write: { description: Change } }, instances: [{ id: "42" }] }] }`;
  assert.equal((await licet.run(["apply", "-"], state)).code, 0);
  assert.equal(
    (await run("resource add-action orders refund --description", "Give money back")).stdout,
    "the permission orders:refund was created\n",
  );
  await run("resource add-action orders read --description Look");
  const { actions, instances, signing_alg } = await show();
  assert.deepEqual(actions.read.description, { en: "Look", zh: "查看订单" });
  assert.deepEqual(
    [Object.keys(actions), instances, signing_alg],
    [["read", "refund", "write"], ["42"], "EdDSA"],
  );
  await run("role create clerk --grant orders:refund");
  assert.match(
    (await run("resource remove-action orders refund")).stderr,
    /refund cannot be removed: still used by role clerk/,
  );
  assert.equal(
    (await run("resource remove-action orders write")).stdout,
    "the permission orders:write was deleted\n",
  );
  assert.match((await run("resource remove-action orders reed")).stderr, /orders has no action reed/);
});

test("a resource in use is deleted only with --cascade, which says what goes with it", async () => {
  const used = await run("resource delete orders");
  assert.equal(used.code, 1);
  assert.match(used.stderr, /^ {2}role clerk$/m);
  assert.match(used.stderr, /^ {2}instance orders\/42$/m);
  const { stdout } = await run("resource delete orders --cascade");
  assert.equal(
    stdout,
    "the resource orders was deleted\nwith it: instance orders/42\nrole clerk no longer refers to it\n",
  );
});

test("Licet's own resource stays", async () => {
  assert.match(
    (await run("resource delete licet --cascade")).stderr,
    /licet is Licet's own resource and stays/,
  );
  assert.match(
    (await run("resource add-action licet x --description y")).stderr,
    /licet is Licet's own resource/,
  );
  assert.match((await run("resource remove-action licet check")).stderr, /licet is Licet's own resource/);
});
