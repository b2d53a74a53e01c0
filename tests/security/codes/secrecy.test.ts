import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createBrowser, decodeClaims, exchange, getCode } from "../../support/sign-in.ts";
import { type Storefront, startStorefront } from "../../support/start-storefront.ts";
import { ALICE, BOB, CALLBACK, createRequest, DESK } from "../../support/storefront.ts";
import { accessDatabase, dumpTables } from "../leaks/database-access.ts";

let front: Storefront;
before(async () => {
  front = await startStorefront();
});
after(() => front.stop());

test("RFC 6749 §10.10, RFC 6819 §5.1.4.2.2: a thousand codes have nothing in common, and none is stored", async () => {
  const codes: string[] = [];
  while (codes.length < 1_000)
    codes.push(...(await Promise.all(Array.from({ length: 20 }, () => front.code()))));
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) assert.match(code, /^lac_[A-Za-z0-9_-]{43}$/);
  const bytes = codes.map((code) => Buffer.from(code.slice(4), "base64url"));
  assert.ok(
    bytes.every(({ length }) => length === 32),
    "256 bits",
  );
  // Each bit is set in about half of them: 500 ± 6 standard deviations of 15.8.
  for (let bit = 0; bit < 256; bit += 1) {
    const set = bytes.filter((one) => ((one[bit >> 3] ?? 0) >> (bit & 7)) & 1).length;
    assert.ok(set > 400 && set < 600, `bit ${bit} is set in ${set}`);
  }
  const sorted = codes.filter((code, index) => index > 0 && code > (codes[index - 1] ?? "")).length;
  assert.ok(sorted > 400 && sorted < 600, "in no order");

  const access = await accessDatabase(front.database);
  const tables = await dumpTables(access);
  await access.close();
  for (const code of codes) assert.ok(!tables.includes(code.slice(4)), "not in the database");
});

test("OpenID Connect Core §3.1.3.5: many users at once, and none gets the tokens of another", async () => {
  const people = await Promise.all(
    [ALICE, BOB].map(async (person) => {
      const browser = createBrowser(front.url);
      const code = await getCode(browser, createRequest(DESK, { nonce: "first" }), person);
      const { sub, sid } = decodeClaims((await front.redeem(code)).body.id_token);
      return { person, browser, sub, sid };
    }),
  );
  assert.notEqual(people[0]?.sub, people[1]?.sub);
  const rounds = Array.from({ length: 20 }, (_, round) => round);
  await Promise.all(
    rounds.flatMap((round) =>
      people.map(async ({ person, browser, sub, sid }) => {
        const nonce = `${person.username} ${round}`;
        const code = await getCode(browser, createRequest(DESK, { nonce }), person);
        const { body } = await exchange(front, code, { ...DESK, redirect_uri: CALLBACK });
        const identity = decodeClaims(body.id_token);
        assert.deepEqual([identity.sub, identity.sid, identity.nonce], [sub, sid, nonce]);
        assert.equal(decodeClaims(body.access_token).sub, sub);
      }),
    ),
  );
});
