import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { parsePicture } from "./parse-picture.ts";

const bytesOf = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))),
  );

const PNG = bytesOf([0x89], "PNG\r\n", [0x1a], "\n", [0, 0, 0, 13], "IHDR", "and so on");
const JPEG = bytesOf([0xff, 0xd8, 0xff, 0xe0], "JFIF");
const WEBP = bytesOf("RIFF", [0x0a, 0x0d, 0, 0], "WEBP", "VP8L", "and so on");

test("a picture is what its first bytes say", () => {
  const types = [PNG, JPEG, WEBP].map((bytes) => parsePicture(bytes)?.mediaType);
  assert.deepEqual(types, ["image/png", "image/jpeg", "image/webp"]);
});

test("a picture is named by the hash of its bytes", () => {
  assert.deepEqual(parsePicture(PNG), {
    mediaType: "image/png",
    bytes: PNG,
    digest: createHash("sha256").update(PNG).digest("base64url"),
  });
});

const refused: readonly (readonly [what: string, bytes: Uint8Array])[] = [
  ["nothing", bytesOf("")],
  ["SVG", bytesOf('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ["SVG behind a byte order mark", bytesOf([0xef, 0xbb, 0xbf], "<svg/>")],
  ["HTML", bytesOf("<!doctype html><script>alert(1)</script>")],
  ["GIF", bytesOf("GIF89a", [1, 0, 1, 0])],
  ["half a signature", PNG.subarray(0, 8)],
  ["a PNG without its header", bytesOf(PNG.subarray(0, 8).toString("latin1"), "<script>alert(1)</script>")],
  ["a PNG after a line break", bytesOf("\n", PNG.toString("latin1"))],
  ["two bytes of a JPEG", JPEG.subarray(0, 2)],
  ["a RIFF of another kind", bytesOf("RIFF", [0, 0, 0, 0], "WAVEfmt ")],
  ["a WebP without a picture", bytesOf("RIFF", [0, 0, 0, 0], "WEBP<scr")],
];
for (const [what, bytes] of refused) {
  test(`${what} is no picture`, () => assert.equal(parsePicture(bytes), undefined));
}
