import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createLicetFolder } from "../testing/run-licet.ts";

const licet = createLicetFolder();
before(() => licet.run(["apply", "-"], "users: []"));
after(() => licet.remove());

test("a rotated key is listed as next, with the moment it begins to sign", async () => {
  const rotated = await licet.run(["keys", "rotate", "--alg", "ES256"]);
  assert.equal(rotated.code, 0);
  const [, kid = "", from = ""] = /^ES256: (\S+) signs from (\S+) on$/m.exec(rotated.stdout) ?? [];
  assert.ok(Date.parse(from) > Date.now());
  const { stdout } = await licet.run(["keys", "list"]);
  assert.match(stdout, new RegExp(`^${kid} +ES256 +next +${from} `, "m"));
  assert.match(stdout, new RegExp(` ES256 +current +\\S+ +${from} `));
});

test("without --alg every algorithm gets a successor", async () => {
  await licet.run(["keys", "rotate"]);
  const { keys } = JSON.parse((await licet.run(["keys", "list", "-o", "json"])).stdout);
  const next = keys.filter((key: { stage: string }) => key.stage === "next");
  assert.deepEqual(
    new Set(next.map((key: { algorithm: string }) => key.algorithm)),
    new Set(["ES256", "RS256", "EdDSA"]),
  );
  assert.deepEqual(Object.keys(keys[0]), [
    "kid",
    "algorithm",
    "stage",
    "created_at",
    "signs_from",
    "signs_until",
    "published_until",
  ]);
});
