import assert from "node:assert/strict";
import { test } from "node:test";
import { createResponseReader } from "./response-reader.ts";

const response = (status: number, body: string): Buffer =>
  Buffer.from(`HTTP/1.1 ${status} Whatever\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);

function collect(chunks: readonly Buffer[]): [number, string][] {
  const seen: [number, string][] = [];
  const read = createResponseReader((status, body) => seen.push([status, body.toString()]));
  for (const chunk of chunks) read(chunk);
  return seen;
}

test("a response that arrives byte by byte is read once it is whole", () => {
  const bytes = response(200, "schön");
  assert.deepEqual(collect(Array.from(bytes, (byte) => Buffer.from([byte]))), [[200, "schön"]]);
});

test("two responses in one chunk are two responses", () => {
  assert.deepEqual(collect([Buffer.concat([response(200, "one"), response(503, "")])]), [
    [200, "one"],
    [503, ""],
  ]);
});

test("a response without Content-Length is an error", () => {
  assert.throws(
    () => collect([Buffer.from("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")]),
    /without Content-Length/,
  );
});
