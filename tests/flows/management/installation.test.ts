// @engine both: a second node can be listed on PostgreSQL only.

/** The API for operators: conditions, secrets that expire, nodes, the installation, its audit log and counters. */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type RunningLicet, startLicet, TEST_SECRET } from "../../support/start-licet.ts";
import { type Caller, createCaller, pointersOf, secretOf } from "./api-client.ts";
import { SHOP_STATE } from "./shop-state.ts";

let licet: RunningLicet;
let api: Caller;
before(async () => {
  licet = await startLicet({
    state: SHOP_STATE,
    settings: { brand_name: "Acme", brand_colour: "#0b5fff", access_token_seconds: "300" },
  });
  api = await createCaller(licet, "admin");
});
after(() => licet.stop());

describe("conditions are checked before they are written", () => {
  const check = async (condition: unknown) => api("POST", "/conditions:check", { condition });

  test("a valid condition lists the data that it reads", async () => {
    const { status, body } = await check(
      "request.ip.inNetwork('10.0.0.0/8') && subject.attributes.department == 'sales' && request.ip != '::1'",
    );
    assert.equal(status, 200);
    assert.deepEqual(body, { valid: true, reads: ["request.ip", "subject.attributes.department"] });
    assert.deepEqual((await check("true")).body, { valid: true, reads: [] });
  });

  test("an invalid condition lists its mistakes and their places, as saving it would", async () => {
    const { status, body } = await check("true &&\n  request.adress == 'x'");
    assert.equal(status, 200);
    assert.deepEqual([body.valid, body.position], [false, { line: 2, column: 11 }]);
    const saved = await api("PUT", "/roles/tried", {
      grants: [{ permission: "orders:read", when: "true &&\n  request.adress == 'x'" }],
    });
    assert.equal(saved.status, 400);
    assert.ok(saved.body.errors[0].detail.startsWith(body.message), saved.text);
    for (const wrong of ["", "1 +", "request.ip", "'".repeat(60_000), "(((("])
      assert.equal((await check(wrong)).body.valid, false, wrong.slice(0, 20));
  });

  test("a value that is no text is refused", async () => {
    for (const wrong of [undefined, 1, null, ["true"]]) assert.equal((await check(wrong)).status, 400);
  });
});

describe("secrets that will end", () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const made: string[] = [];
  before(async () => {
    await api("PUT", "/applications/target/access-accounts/ak_target", {});
    for (const [path, days] of [
      ["/applications/target/secrets", 3],
      ["/applications/target/access-accounts/ak_target/secrets", 10],
      ["/applications/second/secrets", 40],
    ] as const)
      made.push((await api("POST", path, { expires_at: inDays(days) })).body.id);
  });
  const ask = async (query = "") => (await api("GET", `/secrets:expiring${query}`)).body;
  const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);

  test("are listed with whose they are, the next to end first", async () => {
    const { items } = await ask();
    assert.deepEqual(idsOf({ items }), made.slice(0, 2));
    assert.deepEqual(
      items.map(({ client_id, access_key }: Record<string, string>) => [client_id, access_key]),
      [
        ["target", undefined],
        ["target", "ak_target"],
      ],
    );
    assert.deepEqual(Object.keys(items[0]), ["id", "hint", "expires_at", "client_id"]);
    assert.deepEqual(idsOf(await ask("?within_days=60")), made);
    assert.deepEqual(idsOf(await ask("?within_days=1")), []);
  });

  test("come page by page", async () => {
    const seen: string[] = [];
    let cursor = "";
    for (let page = 0; page < 5; page += 1) {
      const answer = await ask(`?within_days=60&limit=1${cursor}`);
      seen.push(...idsOf(answer));
      if (answer.next_cursor === undefined) break;
      cursor = `&cursor=${answer.next_cursor}`;
    }
    assert.deepEqual(seen, made);
    const other = await api("GET", `/secrets:expiring?within_days=61${cursor}`);
    assert.equal(other.status, 400, "a cursor of another list");
  });

  test("no longer when they have been ended", async () => {
    await api("DELETE", `/applications/target/secrets/${made[0]}`);
    assert.deepEqual(idsOf(await ask()), made.slice(1, 2));
  });

  test("within a number of days", async () => {
    for (const wrong of ["0", "-1", "x", "1.5", "99999", ""]) {
      const answer = await api("GET", `/secrets:expiring?within_days=${wrong}`);
      assert.equal(answer.status, 400, wrong);
      assert.deepEqual(pointersOf(answer), ["/query/within_days"]);
    }
  });
});

test("the nodes are those that run, and one that stops in good order is gone at once", async (t) => {
  const nodes = async () => (await api("GET", "/nodes")).body.items;
  const [own] = await nodes();
  assert.match(own.id, /^nod_/);
  assert.equal(own.engine, licet.services.storage.engine);
  assert.equal(own.version, (await api("GET", "/about")).body.version);
  assert.ok(Date.parse(own.seen_at) >= Date.parse(own.started_at));
  assert.equal(typeof own.revision, "number");
  // Only one server can open a SQLite file, so there is no second node.
  if (own.engine === "sqlite") return t.diagnostic("one server per file");
  const other = await startLicet({ state: "", database: licet.database, baseUrl: licet.url });
  assert.equal((await nodes()).length, 2);
  await other.stop();
  assert.deepEqual(
    (await nodes()).map(({ id }: { id: string }) => id),
    [own.id],
  );
});

test("the description of the installation has the settings of its start, and no secret", async () => {
  const { status, body, text } = await api("GET", "/about");
  assert.equal(status, 200);
  assert.equal(body.issuer, licet.url);
  assert.equal(body.engine, licet.services.storage.engine);
  assert.deepEqual(body.brand, { name: "Acme", colour: "#0b5fff" });
  assert.deepEqual(body.metrics, { access: "public", own_listener: false });
  assert.equal(body.lifetimes.access_token_seconds, 300);
  assert.equal(body.limits.page_items, 200);
  const { pathname, password } = new URL(licet.database.url);
  for (const inside of [TEST_SECRET, pathname, password, secretOf("admin"), process.cwd()])
    if (inside.length > 3) assert.ok(!text.includes(inside));
});

test("no caller can change the console's own application", async () => {
  const { status, body } = await api("GET", "/applications/licet-console");
  assert.equal(status, 200);
  assert.deepEqual(body.redirect_uris, [`${licet.url}/console/callback`]);
  const tried = [
    await api("PUT", "/applications/licet-console", {
      name: "Mine",
      type: "spa",
      redirect_uris: ["https://evil.example.test/cb"],
    }),
    await api("PUT", "/applications/licet-console", { ...body, enabled: false }),
    await api("DELETE", "/applications/licet-console"),
    await api("DELETE", "/applications/licet-console?cascade=true"),
    await api("POST", "/applications", { client_id: "licet-console", type: "spa", redirect_uris: [] }),
    await api("POST", "/applications/licet-console/secrets", {}),
    await api("PUT", "/applications/licet-console/access-accounts/ak_mine", {}),
  ];
  for (const answer of tried) assert.ok([400, 409].includes(answer.status), answer.text);
  assert.deepEqual((await api("GET", "/applications/licet-console")).body, body);
  await assert.rejects(
    licet.apply("applications: [{ client_id: licet-console, type: spa, redirect_uris: [] }]"),
    /Licet's own application and stays as it is/,
  );
  await licet.apply("applications: [{ name: Licet console, type: spa, redirect_uris: [] }]");
  assert.deepEqual((await api("GET", "/applications/licet-console")).body, body, "a namesake is another one");
});

describe("the audit log and the counters, as a console reads them", () => {
  const events = async (query: string) => (await api("GET", `/audit?${query}`)).body.items;
  interface Event {
    readonly id: number;
    readonly type: string;
    readonly at: string;
    readonly target?: string;
  }

  test("a family of types, a stretch of time, and what came since", async () => {
    const [latest]: Event[] = await events("limit=1");
    assert.ok(latest);
    await api("PUT", "/groups/first", {});
    await api("PUT", "/roles/second", { grants: [] });
    await api("DELETE", "/groups/first");
    const since: Event[] = await events(`after=${latest.id}&type=group.`);
    assert.deepEqual(
      since.map(({ type }) => type),
      ["group.deleted", "group.created"],
    );
    const [deleted, put] = since;
    assert.ok(deleted && put);
    const within: Event[] = await events(`from=${put.at}&to=${deleted.at}&target=group:first`);
    assert.deepEqual(within, since);
    assert.deepEqual(await events(`to=2020-01-01T00:00:00Z`), []);
    assert.deepEqual(await events(`after=${Number.MAX_SAFE_INTEGER}`.slice(0, 21)), []);
    const page = await api("GET", `/audit?from=${put.at}&limit=1`);
    const next = await api("GET", `/audit?from=${put.at}&limit=1&cursor=${page.body.next_cursor}`);
    assert.notDeepEqual(next.body.items, page.body.items);
    for (const wrong of ["from=yesterday", "to=2027-01-01", "after=-1", "after=x", "after=1e3"])
      assert.equal((await api("GET", `/audit?${wrong}`)).status, 400, wrong);
  });

  test("several counters at once, by the minute, the hour or the day", async () => {
    await licet.services.storage.audit.append(
      [],
      [
        { minute: 100, name: "tried_a", label: "x", count: 2 },
        { minute: 110, name: "tried_a", label: "x", count: 3 },
        { minute: 110, name: "tried_b", label: "", count: 1 },
      ],
    );
    const asked = "name=tried_a&name=tried_b&from=1970-01-01T00:00:00Z&to=1970-01-01T05:00:00Z";
    const minutes = await api("GET", `/stats?${asked}`);
    assert.deepEqual(minutes.body, {
      bucket: "minute",
      items: [
        { name: "tried_a", minute: "1970-01-01T01:40:00.000Z", label: "x", count: 2 },
        { name: "tried_a", minute: "1970-01-01T01:50:00.000Z", label: "x", count: 3 },
        { name: "tried_b", minute: "1970-01-01T01:50:00.000Z", label: "", count: 1 },
      ],
    });
    const hours = await api("GET", `/stats?${asked}&bucket=hour`);
    assert.deepEqual(hours.body.items, [
      { name: "tried_a", minute: "1970-01-01T01:00:00.000Z", label: "x", count: 5 },
      { name: "tried_b", minute: "1970-01-01T01:00:00.000Z", label: "", count: 1 },
    ]);
    const days = await api("GET", `/stats?${asked.replace("name=tried_b&", "")}&bucket=day`);
    assert.deepEqual(days.body, {
      name: "tried_a",
      bucket: "day",
      items: [{ name: "tried_a", minute: "1970-01-01T00:00:00.000Z", label: "x", count: 5 }],
    });
  });

  test("the total of a range is one count for each label", async () => {
    const range = "from=1970-01-01T00:00:00Z&to=1970-01-03T05:00:00Z";
    const { body } = await api("GET", `/stats?name=tried_a&bucket=total&${range}`);
    assert.deepEqual(body, {
      name: "tried_a",
      bucket: "total",
      items: [{ name: "tried_a", minute: "1970-01-01T00:00:00.000Z", label: "x", count: 5 }],
    });
  });

  test("a chart goes back as far as its stretches are long", async () => {
    const back = async (bucket: string, days: number) => {
      const from = new Date(Date.now() - days * 86_400_000).toISOString();
      return (await api("GET", `/stats?name=tokens_issued&bucket=${bucket}&from=${from}`)).status;
    };
    assert.deepEqual([await back("minute", 0.9), await back("minute", 1.1)], [200, 400]);
    assert.deepEqual([await back("hour", 30), await back("hour", 32)], [200, 400]);
    assert.deepEqual([await back("day", 399), await back("day", 401)], [200, 400]);
    assert.deepEqual([await back("total", 399), await back("total", 401)], [200, 400]);
    for (const wrong of ["", "name=", `${"name=a&".repeat(21)}`, "name=a&bucket=week", "name=a&name="])
      assert.equal((await api("GET", `/stats?${wrong}`)).status, 400, wrong);
  });
});
