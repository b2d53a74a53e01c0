import assert from "node:assert/strict";
import { test } from "node:test";
import { readServerSentEvents, type ServerSentEvent } from "./server-sent-events.ts";

const readEvents = (
  body: ReadableStream<Uint8Array>,
  maxCharacters = 1_000,
  signal = new AbortController().signal,
) => readServerSentEvents(body, maxCharacters, signal);

const bytes = (text: string) => new TextEncoder().encode(text);

function streamOf(chunks: readonly Uint8Array[], onCancel = () => {}): ReadableStream<Uint8Array> {
  const left = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const next = left.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
    cancel: onCancel,
  });
}

async function read(...texts: readonly string[]): Promise<readonly ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  for await (const event of readEvents(streamOf(texts.map(bytes)))) events.push(event);
  return events;
}

const STREAM =
  "id: 1\nevent: beat\ndata: {}\n\n: comment\nretry: 7\ndata: a\ndata:  b\ndata\n\nid\ndata:c\n\n";
const EVENTS = [
  { event: "beat", data: "{}", id: "1" },
  { event: "message", data: "a\n b\n", id: "1" },
  { event: "message", data: "c", id: "" },
];

test("events have a name, the lines of their data and the last id", async () => {
  assert.deepEqual(await read(STREAM), EVENTS);
  assert.deepEqual(await read(`\ufeff${STREAM}`), EVENTS, "with a byte order mark");
});

test("lines end with LF or CRLF, and chunks anywhere", async () => {
  for (const end of ["\n", "\r\n"]) {
    const stream = STREAM.replaceAll("\n", end);
    assert.deepEqual(await read(...stream), EVENTS, JSON.stringify(end));
    assert.deepEqual(await read(stream), EVENTS, JSON.stringify(end));
  }
  const cut = bytes("data: é✓\n\n");
  const events: ServerSentEvent[] = [];
  const single = Array.from(cut, (byte) => new Uint8Array([byte]));
  for await (const event of readEvents(streamOf(single))) events.push(event);
  assert.deepEqual(events, [{ event: "message", data: "é✓", id: "" }]);
});

test("an event without data, without its end, or with a NUL in its id is not what it seems", async () => {
  assert.deepEqual(await read("event: beat\n\n"), []);
  assert.deepEqual(await read("data: cut off\n"), []);
  assert.deepEqual(await read("id: 1\nid: a\0b\ndata: x\n\n"), [{ event: "message", data: "x", id: "1" }]);
});

test("an event that never ends is refused, and the stream cancelled", async () => {
  for (const chunk of ["x".repeat(60), "data: xxxxxxxx\n"]) {
    let cancelled = false;
    const endless = streamOf(
      Array.from({ length: 100 }, () => bytes(chunk)),
      () => {
        cancelled = true;
      },
    );
    await assert.rejects(readEvents(endless, 100).next(), /more than 100 characters/);
    assert.ok(cancelled);
  }
});

test("a caller that stops cancels the stream", async () => {
  let cancelled = false;
  const stream = streamOf([STREAM, STREAM, STREAM].map(bytes), () => {
    cancelled = true;
  });
  for await (const event of readEvents(stream)) {
    assert.equal(event.event, "beat");
    break;
  }
  assert.ok(cancelled);
});

test("a signal that is aborted ends the reading of a body that does not know it", async () => {
  const silent = new ReadableStream<Uint8Array>();
  const controller = new AbortController();
  const next = readEvents(silent, 1_000, controller.signal).next();
  controller.abort(new Error("closed"));
  await assert.rejects(next, /closed/);
});
