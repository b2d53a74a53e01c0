import assert from "node:assert/strict";
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { createCertificate, type TestCertificate } from "../../../../../../tests/support/certificates.ts";
import { untilKnown } from "../../../../../../tests/support/until-known.ts";
import { parseCertificate, readCertificatePair } from "./certificate.ts";
import { watchCertificate } from "./watch-certificate.ts";

const DAY = 86_400_000;
const NEVER = DAY;

async function watching(
  t: TestContext,
  files: { certificate: string; key: string },
  { now = Date.now, everyMilliseconds = NEVER } = {},
) {
  const used: string[] = [];
  const lines: { level: string; details: object; message: string }[] = [];
  const write = (level: string) => (details: unknown, message?: string) =>
    void lines.push({ level, details: details as object, message: message ?? "" });
  const watch = watchCertificate(files, parseCertificate(await readCertificatePair(files), files), {
    onChange: ({ cert }) => void used.push(cert),
    log: { info: write("info"), warn: write("warn"), error: write("error") } as never,
    everyMilliseconds,
    now,
  });
  t.after(() => watch.stop());
  const look = async (times = 1) => {
    for (let count = 0; count < times; count += 1) await watch.look();
  };
  return { watch, used, lines, look };
}

async function folderWith(t: TestContext, first: TestCertificate) {
  const folder = await mkdtemp(join(tmpdir(), "licet-tls-"));
  t.after(() => rm(folder, { recursive: true }));
  const files = { certificate: join(folder, "tls.crt"), key: join(folder, "tls.key") };
  await writeFile(files.certificate, first.certificate);
  await writeFile(files.key, first.keyPem);
  return { folder, files };
}

test("a pair that replaces the files by renames is used, and the log says so", async (t) => {
  const { folder, files } = await folderWith(t, createCertificate());
  const { watch, used, lines } = await watching(t, files, { everyMilliseconds: 20 });
  const next = createCertificate();
  await writeFile(join(folder, "new.crt"), next.certificate);
  await writeFile(join(folder, "new.key"), next.keyPem);
  await rename(join(folder, "new.crt"), files.certificate);
  await rename(join(folder, "new.key"), files.key);
  await untilKnown(async () => used.length > 0);
  assert.deepEqual(used, [next.certificate]);
  assert.equal(watch.current.key, next.keyPem);
  // On a slow machine, two looks may come between the two renames, and the log says so.
  assert.deepEqual(
    lines.filter(({ level }) => level !== "warn").map(({ level, message }) => [level, message]),
    [["info", "the TLS certificate was replaced by the one in its file"]],
  );
});

test("a folder that is swapped by a symbolic link, as Kubernetes does, is followed", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "licet-tls-"));
  t.after(() => rm(folder, { recursive: true }));
  const write = async (name: string, { certificate, keyPem }: TestCertificate) => {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, "tls.crt"), certificate);
    await writeFile(join(folder, name, "tls.key"), keyPem);
  };
  await write("..first", createCertificate());
  await symlink("..first", join(folder, "..data"));
  await symlink("..data/tls.crt", join(folder, "tls.crt"));
  await symlink("..data/tls.key", join(folder, "tls.key"));
  const { used, look } = await watching(t, {
    certificate: join(folder, "tls.crt"),
    key: join(folder, "tls.key"),
  });
  const next = createCertificate();
  await write("..second", next);
  await symlink("..second", join(folder, "..new"));
  await rename(join(folder, "..new"), join(folder, "..data"));
  await look();
  assert.deepEqual(used, [next.certificate]);
});

test("a pair that does not fit keeps the one in use, with one warning, until the rest arrives", async (t) => {
  const { files } = await folderWith(t, createCertificate());
  const { used, lines, look } = await watching(t, files);
  const next = createCertificate();
  await writeFile(files.certificate, next.certificate);
  await look();
  assert.equal(lines.length, 0, "the other file may follow");
  await look(10);
  assert.deepEqual(used, []);
  assert.equal(lines.length, 1);
  const [line] = lines;
  assert.equal(line?.level, "warn");
  assert.match(line?.message ?? "", /cannot be used; the certificate from before stays in use/);
  assert.match(JSON.stringify(line?.details), /is not the one of the first certificate/);
  await writeFile(files.key, next.keyPem);
  await look();
  assert.deepEqual(used, [next.certificate]);
  assert.ok(!JSON.stringify(lines).includes(next.keyPem.split("\n")[1] as string), "the key is in the log");
});

test("files that are gone, or hold an expired certificate, change nothing", async (t) => {
  const { files } = await folderWith(t, createCertificate());
  const { used, lines, look } = await watching(t, files);
  await rm(files.key);
  await look(2);
  assert.match(JSON.stringify(lines[0]?.details), /cannot read LICET_TLS_KEY at .*there is no such file/);
  const expired = createCertificate({
    startsAt: new Date(Date.now() - 9 * DAY),
    expiresAt: new Date(Date.now() - DAY),
  });
  await writeFile(files.certificate, expired.certificate);
  await writeFile(files.key, expired.keyPem);
  await look(2);
  assert.match(JSON.stringify(lines), /has expired/);
  assert.deepEqual(used, []);
});

test("a certificate that expires soon is reported once a day, and as an error when it has expired", async (t) => {
  const { files } = await folderWith(t, createCertificate());
  let now = Date.now();
  const { watch, lines, look } = await watching(t, files, { now: () => now });
  await look(3);
  assert.deepEqual(lines, [], "75 days are enough");
  now = watch.current.expiresAt - 13.5 * DAY;
  await look(3);
  assert.equal(lines.length, 1);
  now += DAY;
  await look(3);
  assert.equal(lines.length, 2);
  now = watch.current.expiresAt + DAY;
  await look(3);
  assert.deepEqual(
    lines.map(({ level }) => level),
    ["warn", "warn", "error"],
  );
});

test("a certificate of six days is not reported before its last day", async (t) => {
  const startsAt = new Date();
  const short = createCertificate({ startsAt, expiresAt: new Date(startsAt.getTime() + 6 * DAY) });
  const { files } = await folderWith(t, short);
  let now = startsAt.getTime() + 4 * DAY;
  const { lines, look } = await watching(t, files, { now: () => now });
  await look(3);
  assert.deepEqual(lines, []);
  now = startsAt.getTime() + 5 * DAY;
  await look(3);
  assert.equal(lines.length, 1);
});
