import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { compress } from "./compress.ts";

const LARGE = Buffer.from(
  JSON.stringify(Array.from({ length: 50_000 }, (_, id) => ({ id, name: `user${id}` }))),
);

for (const [encoding, expand] of [
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
] as const)
  test(`${encoding}: the event loop goes on while a large answer is compressed`, async () => {
    const compressed = compress(LARGE, encoding, "fast");
    assert.equal(await Promise.race([compressed, setImmediate("free")]), "free");
    assert.deepEqual(expand(await compressed), LARGE);
  });
