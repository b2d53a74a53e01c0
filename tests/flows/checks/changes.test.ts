import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { runSql } from "../../../packages/server/src/storage/contract/run-sql.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { fetchToken } from "../fetch-token.ts";
import { ASKER, FIRM } from "./firm.ts";
import { send } from "./send.ts";

let licet: RunningLicet;
let token: string;
before(async () => {
  licet = await startLicet({ state: FIRM });
  token = await fetchToken(licet, ASKER, "licet:changes.read");
});
after(() => licet.stop());

const get = (query: string, headers = {}) =>
  send(`${licet.url}/api/v1/changes${query}`, token, undefined, headers);
const revision = () => licet.services.storage.feed.revision;
const createGroup = (name: string) => licet.apply(`groups: [{ name: ${name} }]`);

describe("changes", () => {
  test("are what was written after a revision, oldest first", async () => {
    const before = revision();
    await createGroup("one");
    await createGroup("two");
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
    // The sweeper would do it when there are more than 10,000 rows.
    await runSql(licet.database.url, "delete from change_log where revision <= 2");
    const { status, body } = await get("?after=1");
    assert.equal(status, 410);
    assert.equal(body.type, "urn:licet:problem:gone");
  });
});

interface Stream {
  readonly status: number;
  readonly headers: Headers;
  /** Reads until the text arrives, and returns everything that has arrived. */
  readUntil(text: string): Promise<string>;
  /** Reads until the server ends the stream. */
  readToEnd(): Promise<void>;
  close(): void;
}

async function openStream(
  query: string,
  headers: Record<string, string> = {},
  accessToken = token,
  server = licet,
): Promise<Stream> {
  const disconnect = new AbortController();
  const response = await fetch(`${server.url}/api/v1/changes${query}`, {
    headers: { authorization: `Bearer ${accessToken}`, accept: "text/event-stream", ...headers },
    signal: disconnect.signal,
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
    async readUntil(wanted) {
      while (!text.includes(wanted)) assert.equal(await read(), false, `ended before ${wanted}: ${text}`);
      return text;
    },
    async readToEnd() {
      while (!(await read()));
    },
    close: () => disconnect.abort(),
  };
}

describe("a stream of changes", () => {
  test("has the changes after the revision, and then each new one as it is written", async () => {
    const before = revision();
    await createGroup("three");
    const stream = await openStream(`?after=${before}`);
    assert.equal(stream.status, 200);
    assert.equal(stream.headers.get("content-type"), "text/event-stream");
    assert.equal(stream.headers.get("cache-control"), "no-store");
    assert.ok(stream.headers.get("licet-revision"));
    assert.ok(stream.headers.get("x-request-id"));
    await stream.readUntil('"three"');
    await createGroup("four");
    const text = await stream.readUntil('"four"');
    stream.close();
    const [first = "", second = ""] = text.split("\n\n");
    assert.match(first, new RegExp(`^id: ${before + 1}\nevent: change\ndata: \\{"revision":${before + 1},`));
    assert.match(second, new RegExp(`^id: ${before + 2}\nevent: change\n`));
  });

  test("continues after the last event that the client received", async () => {
    const before = revision();
    await createGroup("five");
    await createGroup("six");
    const stream = await openStream("?after=0", { "last-event-id": String(before + 1) });
    const text = await stream.readUntil('"six"');
    stream.close();
    assert.ok(text.startsWith(`id: ${before + 2}\n`));
  });

  test("ends when the token is revoked", async () => {
    const short = await fetchToken(licet, ASKER, "licet:changes.read");
    const stream = await openStream(`?after=${revision()}`, {}, short);
    await postForm(`${licet.url}/oidc/revoke`, { token: short, ...ASKER });
    await createGroup("seven");
    await stream.readToEnd();
  });

  test("needs licet:changes.read like everything else", async () => {
    const other = await fetchToken(licet, ASKER, "licet:check");
    const stream = await openStream("", {}, other);
    assert.equal(stream.status, 403);
    stream.close();
  });

  test("ends at once when the server drains", async () => {
    const draining = await startLicet({ state: FIRM });
    const stream = await openStream(
      "",
      {},
      await fetchToken(draining, ASKER, "licet:changes.read"),
      draining,
    );
    await stream.readUntil("id: 1\n");
    await draining.stop();
    // A connection that the end of the draining had cut off would fail here.
    await stream.readToEnd();
  });
});
