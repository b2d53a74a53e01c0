import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseEncoding } from "./choose-encoding.ts";

const CASES: readonly (readonly [string | undefined, string | undefined])[] = [
  [undefined, undefined],
  ["", undefined],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["BR", "br"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["br ; q=1.000 , gzip;q=0.9", "br"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0, gzip;q=0.0", undefined],
  ["*", "br"],
  ["*;q=0.1, br;q=0", "gzip"],
  ["br;q=0, *;q=0", undefined],
  ["identity", undefined],
  ["identity;q=0.5, br;q=0.4", undefined],
  ["identity;q=0.5, br;q=0.5", "br"],
  ["identity;q=0", undefined],
  ["identity;q=0, *", "br"],
  ["deflate, zstd", undefined],
  ["br;q=2", undefined],
  ["br;q=0.1234", undefined],
  ["br;q=-1, gzip;q=x", undefined],
  ["br;level=11", undefined],
  ["brotli, gzip-like", undefined],
];

for (const [header, expected] of CASES)
  test(`RFC 9110 §12.5.3: Accept-Encoding ${header === undefined ? "is absent" : `"${header}"`}: ${expected ?? "no coding"}`, () =>
    assert.equal(chooseEncoding(header), expected));

test("a coding that is not offered is not chosen", () => {
  assert.equal(chooseEncoding("br, gzip;q=0.5", ["gzip"]), "gzip");
  assert.equal(chooseEncoding("br", ["gzip"]), undefined);
});
