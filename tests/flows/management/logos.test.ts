import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { type Caller, createCaller, pointersOf } from "./api-client.ts";
import { SHOP_STATE } from "./shop-state.ts";

let licet: RunningLicet;
let api: Caller;
before(async () => {
  licet = await startLicet({ state: SHOP_STATE });
  api = await createCaller(licet, "admin");
});
after(() => licet.stop());

const LOGO = "/applications/target/logo";
const MAX_BYTES = 48_000;

/** Creates bytes that begin like a PNG. */
const createPng = (bytes: number, fill = 0): Buffer => {
  const picture = Buffer.alloc(bytes, fill);
  picture.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  return picture;
};
const put = (bytes: Uint8Array, path = LOGO) =>
  api("PUT", path, { data: Buffer.from(bytes).toString("base64") });

test("a logo is put, described, replaced and taken away, and each of it is on record", async () => {
  assert.equal((await api("GET", LOGO)).status, 404);
  assert.equal((await api("DELETE", LOGO)).status, 404);
  for (const picture of [createPng(100), createPng(MAX_BYTES, 7)]) {
    const digest = createHash("sha256").update(picture).digest("base64url");
    const described = { media_type: "image/png", digest, size: picture.length };
    const answer = await put(picture);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body, described);
    assert.deepEqual((await api("GET", LOGO)).body, described);
    const stored = await licet.services.storage.logos.find("target");
    assert.ok(stored && Buffer.from(stored.bytes).equals(picture));
  }
  assert.equal((await api("DELETE", LOGO)).status, 204);
  assert.equal((await api("GET", LOGO)).status, 404);

  const { body } = await api("GET", "/audit?target=application:target&limit=3");
  assert.deepEqual(
    body.items.map(({ type }: { type: string }) => type),
    ["logo.deleted", "logo.updated", "logo.created"],
  );
  assert.equal(body.items[0].actor, "application:admin");
  assert.equal(
    body.items[0].data.digest,
    createHash("sha256").update(createPng(MAX_BYTES, 7)).digest("base64url"),
  );
});

test("an application tells whether it has a logo, in lists too, and takes its answer back", async () => {
  const path = "/applications/target";
  const readTarget = async () => {
    const { items } = (await api("GET", "/applications?limit=200")).body;
    const listed = items.find(({ id }: { id: string }) => id === "target");
    const single = (await api("GET", path)).body;
    assert.equal(listed.has_logo, single.has_logo);
    return single;
  };
  assert.equal((await readTarget()).has_logo, false);
  await put(createPng(50));
  const read = await readTarget();
  assert.equal(read.has_logo, true);
  const replaced = await api("PUT", path, { ...read, has_logo: false });
  assert.equal(replaced.status, 200, replaced.text);
  assert.equal(replaced.body.has_logo, true, "only its own route deletes a logo");
  assert.equal((await api("POST", "/applications", { type: "service" })).body.has_logo, false);
  assert.deepEqual(
    pointersOf(await api("POST", "/applications", { type: "service", has_logo: true })),
    ["/has_logo"],
    "has_logo cannot be written",
  );
  await api("DELETE", LOGO);
});

test("a logo that is too large, no picture or no base64 is 400 and changes nothing", async () => {
  const { body: before } = await put(createPng(50));
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const refused: readonly (readonly [data: string, detail: RegExp])[] = [
    [createPng(MAX_BYTES + 1).toString("base64"), /at most 48000 bytes/],
    [svg.toString("base64"), /neither PNG nor JPEG nor WebP/],
    ["", /neither PNG nor JPEG nor WebP/],
    ["not base64!", /not base64/],
    [`data:image/png;base64,${createPng(50).toString("base64")}`, /not base64/],
    [createPng(51).toString("base64url").replaceAll("A", "-"), /not base64/],
  ];
  for (const [data, detail] of refused) {
    const answer = await api("PUT", LOGO, { data });
    assert.equal(answer.status, 400, answer.text);
    assert.deepEqual(pointersOf(answer), ["/data"]);
    assert.match(answer.body.detail, detail);
  }
  assert.deepEqual((await api("GET", LOGO)).body, before);
});

test("an application that is not there has no logo and gets none", async () => {
  for (const path of ["/applications/nobody/logo", "/applications/%00/logo"]) {
    assert.equal((await put(createPng(50), path)).status, 404);
    assert.equal((await api("GET", path)).status, 404);
    assert.equal((await api("DELETE", path)).status, 404);
  }
});

test("a deleted application takes its logo along", async () => {
  const path = "/applications/short-lived";
  await api("PUT", path, { type: "service" });
  assert.equal((await put(createPng(50), `${path}/logo`)).status, 200);
  assert.equal((await api("DELETE", `${path}?cascade=true`)).status, 204);
  await api("PUT", path, { type: "service" });
  assert.equal((await api("GET", `${path}/logo`)).status, 404);
});

test("addresses of an application come back as given, go when left out, and lead nowhere else", async () => {
  const path = "/applications/target";
  const addresses = {
    home_page: "https://target.example.test/",
    backchannel_logout_uri: "https://target.example.test/logout?tenant=7",
  };
  const described = await api("PUT", path, { type: "service", ...addresses });
  assert.equal(described.status, 200, described.text);
  const { home_page, backchannel_logout_uri } = (await api("GET", path)).body;
  assert.deepEqual({ home_page, backchannel_logout_uri }, addresses);

  const wrong = [
    "javascript:alert(1)",
    "http://target.example.test/",
    "https://user:pass@target.example.test/",
    "https://target.example.test/#here",
    "//target.example.test/",
    "com.example.app:/home",
    "",
  ];
  for (const member of ["home_page", "backchannel_logout_uri"]) {
    for (const address of wrong) {
      const answer = await api("PUT", path, { type: "service", [member]: address });
      assert.equal(answer.status, 400, `${member} ${address}`);
      assert.deepEqual(pointersOf(answer), [`/${member}`]);
    }
  }
  for (const address of ["http://127.0.0.1:4000/logout", "https://localhost/logout", "https://10.0.0.1/"]) {
    const answer = await api("PUT", path, { type: "service", backchannel_logout_uri: address });
    assert.equal(answer.status, 400, address);
    assert.deepEqual(pointersOf(answer), ["/backchannel_logout_uri"]);
    assert.equal((await api("PUT", path, { type: "service", home_page: address })).status, 200, address);
  }
  await api("PUT", path, { type: "service" });
  assert.equal("home_page" in (await api("GET", path)).body, false);
});

test("the console's own application stays as it is, its logo and its credentials included", async () => {
  const path = "/applications/licet-console";
  const own = { code: "part_of_licet", kind: "application", name: "licet-console" };
  const codeOf = ({ body: { code, kind, name } }: Awaited<ReturnType<typeof api>>) => ({ code, kind, name });
  for (const answer of [
    await put(createPng(50), `${path}/logo`),
    await api("DELETE", `${path}/logo`),
    await api("DELETE", path),
  ]) {
    assert.equal(answer.status, 409, answer.text);
    assert.deepEqual(codeOf(answer), own);
  }
  assert.equal((await api("GET", `${path}/logo`)).status, 404);
  for (const credential of ["secrets", "access-accounts"]) {
    const answer = await api("POST", `${path}/${credential}`, credential === "secrets" ? {} : { name: "x" });
    assert.ok(answer.status === 409 || answer.status === 400, answer.text);
  }
});
