import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { issueToken } from "../../security/issue-token.ts";
import {
  basic,
  listRevocations,
  requestRevocations,
  type StreamedEvent,
  streamRevocations,
} from "../../support/revocation-client.ts";
import { decodeClaims } from "../../support/sign-in.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { untilKnown } from "../../support/until-known.ts";

const client = (client_id: string) => ({ client_id, client_secret: `${client_id}-secret-`.repeat(8) });
const CALLER = client("caller");
const ORDERS = client("orders-server");
const FILES = client("files-server");
const BOTH = client("both-server");
const NONE = client("plain");

const application = ({ client_id, client_secret }: typeof CALLER, more = "") =>
  `  - { client_id: ${client_id}, client_secret: ${client_secret}, name: ${client_id}, type: service${more} }`;
const WORLD = `
resources:
  - { name: orders, identifier: https://orders.example.test, actions: { read: { description: See orders } } }
  - { name: files, identifier: https://files.example.test, actions: { read: { description: See files } } }
applications:
${application(CALLER)}
${application(ORDERS, ", serves: [orders]")}
${application(FILES, ", serves: [files]")}
${application(BOTH, ", serves: [orders, files]")}
${application(NONE)}
assignments:
  - { principal: application:caller, permission: orders:read }
  - { principal: application:caller, permission: files:read }
`;

let licet: RunningLicet;
before(async () => {
  licet = await startLicet({ state: WORLD });
});
after(() => licet.stop());

/** The `jti` of a token that was issued and revoked. */
async function revokeOne(scope = "orders:read"): Promise<string> {
  const token = await issueToken(licet, CALLER, scope);
  assert.equal((await postForm(`${licet.url}/oidc/revoke`, { ...CALLER, token })).status, 200);
  return String(decodeClaims(token).jti);
}

const readUntil = async (
  events: AsyncGenerator<StreamedEvent>,
  isLast: (event: StreamedEvent) => boolean,
) => {
  const read: StreamedEvent[] = [];
  for (;;) {
    const { done, value } = await events.next();
    if (done) return read;
    read.push(value);
    if (isLast(value)) return read;
  }
};
const isBeat = ({ event }: StreamedEvent) => event === "beat";
const isRevocation = ({ event }: StreamedEvent) => event === "revocation";
/** The position that a stream has reached now. */
async function getPosition(server: typeof ORDERS): Promise<string> {
  const events = streamRevocations(licet, server);
  const { id = "" } = (await readUntil(events, isBeat)).at(-1) ?? {};
  await events.return();
  return id;
}
const ids = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id);

test("a page has the revocations for the resources that the application serves", async () => {
  const order = await revokeOne();
  const file = await revokeOne("files:read");
  const both = await revokeOne("orders:read files:read");
  const seenBy = async (server: typeof ORDERS) => {
    const seen = ids(await listRevocations(licet, server));
    return [order, file, both].map((id) => seen.includes(id));
  };
  assert.deepEqual(await seenBy(ORDERS), [true, false, true]);
  assert.deepEqual(await seenBy(FILES), [false, true, true]);
  assert.deepEqual(await seenBy(BOTH), [true, true, true]);
  const answer = await requestRevocations(licet, basic(ORDERS));
  assert.equal(answer.headers.get("content-type"), "application/json; charset=utf-8");
  assert.equal(answer.headers.get("cache-control"), "no-store");
});

test("the stream begins with what is kept, goes on with what happens, and beats twice a second", async () => {
  const known = await revokeOne();
  const begun = performance.now();
  const events = streamRevocations(licet, ORDERS);
  const kept = await readUntil(events, isBeat);
  assert.ok(kept.some(({ data }) => data.id === known));
  const late = await revokeOne();
  const revokedAt = performance.now();
  const more = await readUntil(events, ({ data }) => data.id === late);
  const tooNew = more.filter((event) => isBeat(event) && begun + Number(event.data.elapsed) > revokedAt);
  assert.deepEqual(tooNew, [], "no beat confirms a time after a revocation that it does not have");
  const found = more.at(-1);
  assert.deepEqual(Object.keys(found?.data ?? {}), ["kind", "id", "until"]);
  const beats = [await readUntil(events, isBeat), await readUntil(events, isBeat)].map((read) => read.at(-1));
  await events.return();
  const [first = 0, second = 0] = beats.map((beat) => Number(beat?.data.elapsed));
  assert.ok(first >= 0 && second - first >= 490, `${first} ms, ${second} ms`);
  assert.ok(second <= performance.now() - begun, "the server knew it before the reader did");
  assert.equal(beats[1]?.id, beats[1]?.data.position);
});

test("a stream goes on after the position that the reader names", async () => {
  const position = await getPosition(ORDERS);
  const missed = await revokeOne();
  await revokeOne("files:read");
  const resumed = streamRevocations(licet, ORDERS, position);
  const read = await readUntil(resumed, isBeat);
  await resumed.return();
  assert.deepEqual(
    read.filter(isRevocation).map(({ data }) => data.id),
    [missed],
  );
  const page = await requestRevocations(licet, basic(ORDERS), `?after=${position}`);
  assert.deepEqual(ids(((await page.json()) as { revocations: { id: string }[] }).revocations), [missed]);
});

describe("a position that says nothing about this reader", () => {
  const cases = {
    "of an application that serves something else": () => getPosition(FILES),
    "ahead of the log, as after a restored backup": async () =>
      (await getPosition(ORDERS)).replace(/^\d+/, "999999999"),
  };
  for (const [name, find] of Object.entries(cases))
    test(`${name} is refused, and resets a stream`, async () => {
      const position = await find();
      const page = await requestRevocations(licet, basic(ORDERS), `?after=${position}`);
      assert.equal(page.status, 410);
      const events = await readUntil(streamRevocations(licet, ORDERS, position), () => false);
      assert.deepEqual(
        events.map(({ event, id }) => ({ event, id })),
        [{ event: "reset", id: "" }],
        "and the stream ends",
      );
    });

  test("and one that is none is invalid input", async () => {
    for (const query of ["?after=7", "?after=", "?limit=0", "?unknown=1"])
      assert.equal((await requestRevocations(licet, basic(ORDERS), query)).status, 400, query);
  });
});

test("an application that begins to serve another resource begins anew", async () => {
  const file = await revokeOne("files:read");
  const events = streamRevocations(licet, BOTH);
  await readUntil(events, isBeat);
  await licet.apply(`applications:\n${application(BOTH, ", serves: [files]")}`);
  const last = (await readUntil(events, () => false)).at(-1);
  assert.equal(last?.event, "reset");
  assert.ok(ids(await listRevocations(licet, BOTH)).includes(file));
  await licet.apply(`applications:\n${application(BOTH, ", serves: [orders, files]")}`);
});

test("who does not serve a resource, or does not authenticate, learns nothing", async () => {
  const token = await issueToken(licet, CALLER, "orders:read");
  const cases: readonly [Record<string, string>, number][] = [
    [{}, 401],
    [basic({ ...ORDERS, client_secret: "wrong" }), 401],
    [{ authorization: `Bearer ${token}` }, 401],
    [basic(NONE), 403],
    [basic(CALLER), 403],
  ];
  for (const [headers, status] of cases)
    for (const accept of ["application/json", "text/event-stream"]) {
      const answer = await requestRevocations(licet, { ...headers, accept });
      assert.equal(answer.status, status);
      assert.match(answer.headers.get("content-type") ?? "", /^application\/problem\+json/);
      if (status === 401) assert.match(answer.headers.get("www-authenticate") ?? "", /^Basic realm="licet"/);
    }
  const posted = await fetch(`${licet.url}/api/v1/revocations`, { method: "POST", headers: basic(ORDERS) });
  assert.deepEqual([posted.status, posted.headers.get("allow")], [405, "GET"]);
});

test("the stream of an application that is disabled ends", async () => {
  const events = streamRevocations(licet, FILES);
  await readUntil(events, isBeat);
  await licet.apply(`applications:\n${application(FILES, ", serves: [files], enabled: false")}`);
  await readUntil(events, () => false);
  assert.equal((await requestRevocations(licet, basic(FILES))).status, 401);
});

test("revocations name no secret and no token", async () => {
  const token = await issueToken(licet, CALLER, "orders:read");
  await postForm(`${licet.url}/oidc/revoke`, { ...CALLER, token });
  const text = await (await requestRevocations(licet, basic(ORDERS), "?limit=1000")).text();
  for (const secret of [token, token.split(".")[2] ?? "", CALLER.client_secret, ORDERS.client_secret])
    assert.ok(!text.includes(secret));
});

test("each worker of a node has a bounded number of streams for an application", async () => {
  const opened = await Promise.all(
    Array.from({ length: 64 * licet.workers + 2 }, () =>
      requestRevocations(licet, { ...basic(ORDERS), accept: "text/event-stream" }),
    ),
  );
  const refused = opened.filter(({ status }) => status === 503);
  assert.equal(refused.length, 2);
  assert.ok(refused.every(({ headers }) => headers.has("retry-after")));
  assert.equal((await requestRevocations(licet, basic(ORDERS))).status, 200, "pages are no streams");
  await Promise.all(opened.map(({ body }) => body?.cancel()));
  // The node learns of the closed connections a moment later.
  await untilKnown(async () => {
    const again = await requestRevocations(licet, { ...basic(ORDERS), accept: "text/event-stream" });
    await again.body?.cancel();
    return again.status === 200;
  });
});
