import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { generateId } from "../core/values/ids.ts";
import { SealError } from "../tokens/keys/seal.ts";
import { createRefreshTokens, openSuccessor, sealSuccessor } from "./refresh-token.ts";

const tokens = createRefreshTokens(randomBytes(32));

test("a token leads to its delegation, and two of one delegation differ in 256 random bits", () => {
  const id = generateId("delegation");
  const [one, other] = [tokens.generate(id), tokens.generate(id)];
  assert.equal(tokens.verify(one)?.delegationId, id);
  assert.notEqual(tokens.verify(one)?.hash, tokens.verify(other)?.hash);
  assert.match(one, /^lrt_[0-9a-z]{24}\.[\w-]{43}\.[\w-]{43}$/);
});

test("a made-up token for a known delegation is not ours", () => {
  const id = generateId("delegation");
  const genuine = tokens.generate(id);
  const foreign = createRefreshTokens(randomBytes(32)).generate(id);
  const [body = "", random = "", seal = ""] = genuine.split(".");
  const other = `lrt_${generateId("delegation").slice(4)}`;
  for (const forged of [
    foreign,
    `${body}.${randomBytes(32).toString("base64url")}.${seal}`,
    `${other}.${random}.${seal}`,
    `${body}.${random}.${"A".repeat(43)}`,
    `${body}.${random}`,
    `${genuine}x`,
    genuine.toUpperCase(),
    "",
  ])
    assert.equal(tokens.verify(forged), undefined, forged);
});

test("a successor opens with the token it succeeds, and with no other", () => {
  const id = generateId("delegation");
  const [presented, successor] = [tokens.generate(id), tokens.generate(id)];
  const sealed = sealSuccessor(presented, successor);
  assert.ok(!sealed.includes(successor.slice(4)));
  assert.equal(openSuccessor(presented, sealed), successor);
  assert.throws(() => openSuccessor(tokens.generate(id), sealed), SealError);
});
