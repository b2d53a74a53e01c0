import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { InvalidInputError } from "../../core/errors/errors.ts";
import { ArchiveWriter } from "./archive-writer.ts";
import { readArchive } from "./read-archive.ts";
import { decodeTarHeader, encodeTarHeader } from "./tar-header.ts";

const FILES = [
  ["manifest.json", Buffer.from('{"format":1}\n')],
  ["empty", Buffer.alloc(0)],
  ["exactly-one-block", Buffer.alloc(512, 7)],
  ["large.db", Buffer.from(Array.from({ length: 3_000 }, (_, i) => (i * 31) % 251))],
] as const;

async function write(files: typeof FILES | readonly [] = FILES): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const archive = new ArchiveWriter(async (chunk) => void chunks.push(chunk), 1_794_800_000);
  for (const [name, content] of files) await archive.add(name, content.length, [content]);
  await archive.finish();
  return Buffer.concat(chunks);
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Buffer, size = 100): Promise<readonly (readonly [string, Buffer])[]> {
  const files: [string, Buffer][] = [];
  for await (const { name, content } of readArchive(inPieces(bytes, size))) {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(Buffer.from(chunk));
    files.push([name, Buffer.concat(chunks)]);
  }
  return files;
}

const refused = (error: unknown): boolean =>
  error instanceof InvalidInputError && /incomplete|damaged|not a backup/.test(error.message);

test("what was written is read, in pieces of any size", async () => {
  const archive = await write();
  for (const size of [1, 511, 512, 513, 100_000]) assert.deepEqual(await read(archive, size), FILES);
});

test("files that the reader skips are checked as well", async () => {
  const archive = await write();
  const names: string[] = [];
  for await (const { name } of readArchive(inPieces(archive, 700))) names.push(name);
  assert.deepEqual(
    names,
    FILES.map(([name]) => name),
  );
  archive.writeUInt8(9, archive.indexOf(Buffer.alloc(512, 7)) + 5);
  await assert.rejects(async () => {
    for await (const _ of readArchive(inPieces(archive, 700)));
  }, /damaged or changed/);
});

test("an archive that was cut off is refused", async () => {
  const archive = await write();
  for (let length = 0; length < archive.length; length += 61)
    await assert.rejects(read(archive.subarray(0, length), 100_000), refused, `${length} bytes`);
});

test("an archive with a flipped bit is refused, and so is one with something behind it", async () => {
  const archive = await write();
  for (let at = 0; at < archive.length; at += 13) {
    const flipped = Buffer.from(archive);
    flipped.writeUInt8((archive[at] ?? 0) ^ (1 << (at % 8)), at);
    await assert.rejects(read(flipped, 100_000), refused, `the byte ${at}`);
  }
  await assert.rejects(read(Buffer.concat([archive, Buffer.from("x")])), refused);
  await assert.rejects(read(Buffer.concat([archive, archive])), refused);
});

test("files in another order, or without one of them, are refused", async () => {
  const archive = await write();
  const swapped = Buffer.concat([archive.subarray(1024), archive.subarray(0, 1024)]);
  await assert.rejects(read(swapped, 100_000), refused);
  await assert.rejects(read(archive.subarray(1024), 100_000), refused);
});

test("other files are not taken for a backup", async () => {
  for (const bytes of ["", "hello", "SQLite format 3\0".padEnd(4096), "\0".repeat(10_240)])
    await assert.rejects(read(Buffer.from(bytes), 100_000), /not a backup of Licet/);
});

test("tar extracts it, and sha256sum finds it intact", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "licet-archive-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "a.tar"), await write());
  execFileSync("tar", ["xf", "a.tar"], { cwd: folder });
  const said = execFileSync("sha256sum", ["-c", "SHA256SUMS"], { cwd: folder, encoding: "utf8" });
  assert.deepEqual(
    said.trim().split("\n"),
    FILES.map(([name]) => `${name}: OK`),
  );
});

test("a header has sizes beyond eleven octal digits", () => {
  for (const bytes of [0, 8 ** 11 - 1, 8 ** 11, 5_000_000_000_000]) {
    const header = { name: "licet.db", bytes, modifiedAt: 1_794_800_000 };
    assert.deepEqual(decodeTarHeader(encodeTarHeader(header)), header);
  }
});
