import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { issueTokenTo, send } from "./ask.ts";
import { ASKER, FIRM } from "./world.ts";

let licet: RunningLicet;
let token: string;
before(async () => {
  licet = await startLicet({ state: FIRM });
  token = await issueTokenTo(licet, ASKER, "licet:changes.read");
});
after(() => licet.stop());

const get = (query: string, headers = {}) =>
  send(`${licet.url}/api/v1/changes${query}`, token, undefined, headers);
const revision = () => licet.services.storage.feed.revision;
const makeGroup = (name: string) => licet.apply(`groups: [{ name: ${name} }]`);

describe("changes", () => {
  test("are what was written after a revision, oldest first", async () => {
    const before = revision();
    await makeGroup("one");
    await makeGroup("two");
    const { status, headers, body } = await get(`?after=${before}`);
    assert.equal(status, 200);
    assert.deepEqual(
      body.changes.map(({ changes }: { changes: object[] }) => changes),
      [[{ op: "put", kind: "group", id: "one" }], [{ op: "put", kind: "group", id: "two" }]],
    );
    assert.deepEqual(
      body.changes.map((change: { revision: number }) => change.revision),
      [before + 1, before + 2],
    );
    assert.equal(body.changes[0].actor, "file:test.yaml");
    assert.ok(Date.parse(body.changes[0].at) > 0);
    assert.equal(body.next, before + 2);
    assert.equal(headers.get("licet-revision"), String(revision()));
  });

  test("come in pages, and none is lost between them", async () => {
    const found: number[] = [];
    for (let after = 0; ; ) {
      const { body } = await get(`?after=${after}&limit=2`);
      if (body.changes.length === 0) break;
      found.push(...body.changes.map((change: { revision: number }) => change.revision));
      after = body.next;
    }
    assert.deepEqual(
      found,
      Array.from({ length: revision() }, (_, index) => index + 1),
    );
  });

  test("of a revision that is not there yet are 503, and a wrong question is 400", async () => {
    assert.equal((await get(`?after=${revision() + 10}`)).status, 503);
    assert.equal((await get("?after=-1")).status, 400);
    assert.equal((await get("?after=soon")).status, 400);
    assert.equal((await get("?limit=0")).status, 400);
    assert.equal((await get("?limit=1001")).status, 400);
    assert.equal((await get("?since=1")).status, 400);
  });

  test("that the log no longer has are 410: a client that was away that long reads everything again", async () => {
    const { changeLog } = licet.services.storage;
    const real = changeLog.listAfter;
    // The sweeper keeps the newest 10,000 rows; the log says so in the same way when it has swept them.
    Object.assign(changeLog, { listAfter: async () => ({ changes: [], complete: false }) });
    try {
      const { status, body } = await get("?after=1");
      assert.equal(status, 410);
      assert.equal(body.type, "urn:licet:problem:gone");
    } finally {
      Object.assign(changeLog, { listAfter: real });
    }
  });
});

interface Stream {
  readonly status: number;
  readonly headers: Headers;
  /** Reads until the text has come, and gives everything that came so far. */
  until(text: string): Promise<string>;
  /** Resolves when the server has ended it. */
  ended(): Promise<void>;
  close(): void;
}

async function open(
  query: string,
  headers: Record<string, string> = {},
  with_ = token,
  at = licet,
): Promise<Stream> {
  const gone = new AbortController();
  const response = await fetch(`${at.url}/api/v1/changes${query}`, {
    headers: { authorization: `Bearer ${with_}`, accept: "text/event-stream", ...headers },
    signal: gone.signal,
  });
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const read = async () => {
    const { value, done } = await reader.read();
    text += value ?? "";
    return done;
  };
  return {
    status: response.status,
    headers: response.headers,
    async until(wanted) {
      while (!text.includes(wanted)) assert.equal(await read(), false, `ended before ${wanted}: ${text}`);
      return text;
    },
    async ended() {
      while (!(await read()));
    },
    close: () => gone.abort(),
  };
}

describe("a stream of changes", () => {
  test("tells what was missed, and then what comes, as it comes", async () => {
    const before = revision();
    await makeGroup("three");
    const stream = await open(`?after=${before}`);
    assert.equal(stream.status, 200);
    assert.equal(stream.headers.get("content-type"), "text/event-stream");
    assert.equal(stream.headers.get("cache-control"), "no-store");
    assert.ok(stream.headers.get("licet-revision"));
    assert.ok(stream.headers.get("x-request-id"));
    await stream.until('"three"');
    await makeGroup("four");
    const text = await stream.until('"four"');
    stream.close();
    const [first = "", second = ""] = text.split("\n\n");
    assert.match(first, new RegExp(`^id: ${before + 1}\nevent: change\ndata: \\{"revision":${before + 1},`));
    assert.match(second, new RegExp(`^id: ${before + 2}\nevent: change\n`));
  });

  test("goes on where the client was when it comes back", async () => {
    const before = revision();
    await makeGroup("five");
    await makeGroup("six");
    const stream = await open("?after=0", { "last-event-id": String(before + 1) });
    const text = await stream.until('"six"');
    stream.close();
    assert.ok(text.startsWith(`id: ${before + 2}\n`));
  });

  test("ends when the token is revoked", async () => {
    const short = await issueTokenTo(licet, ASKER, "licet:changes.read");
    const stream = await open(`?after=${revision()}`, {}, short);
    await postForm(`${licet.url}/oidc/revoke`, { token: short, ...ASKER });
    await makeGroup("seven");
    await stream.ended();
  });

  test("needs licet:changes.read like everything else", async () => {
    const other = await issueTokenTo(licet, ASKER, "licet:check");
    const stream = await open("", {}, other);
    assert.equal(stream.status, 403);
    stream.close();
  });

  test("ends at once when the server drains", async () => {
    const draining = await startLicet({ state: FIRM });
    const stream = await open("", {}, await issueTokenTo(draining, ASKER, "licet:changes.read"), draining);
    await stream.until("id: 1\n");
    const startedAt = performance.now();
    await draining.stop();
    await stream.ended();
    assert.ok(performance.now() - startedAt < 5_000, "nobody waits for a stream");
  });
});
