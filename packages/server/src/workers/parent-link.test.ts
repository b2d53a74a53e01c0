import assert from "node:assert/strict";
import { test } from "node:test";
import type { ToParent, ToWorker } from "./messages.ts";
import { createParentLink } from "./parent-link.ts";

/** A channel whose other end is the test. */
function createChannel() {
  const sent: ToParent[] = [];
  let deliver: (message: ToWorker) => void = () => {};
  const link = createParentLink({
    send: (message) => void sent.push(message),
    onMessage: (listener) => {
      deliver = listener;
    },
    listening: [],
    onDisconnect: () => {},
    disconnect: () => {},
  });
  return { link, sent, deliver: (message: ToWorker) => deliver(message) };
}

const settle = () => new Promise(setImmediate);

const own = (catchUp: (revision: number) => Promise<void>) => ({
  catchUp,
  readMetrics: async () => [],
  checkReadiness: async () => undefined,
});

test("a worker answers when it knows the revision of another one", async () => {
  const { link, sent, deliver } = createChannel();
  const confirming = Promise.withResolvers<void>();
  const asked: number[] = [];
  link.group.answerWith(
    own((revision) => {
      asked.push(revision);
      return confirming.promise;
    }),
  );
  deliver({ type: "ask", id: 3, question: { about: "revision", revision: 7 } });
  await settle();
  assert.deepEqual([asked, sent], [[7], []]);
  confirming.resolve();
  await settle();
  assert.deepEqual(sent, [{ type: "answer", id: 3, answer: null }]);
});

test("a worker that does not serve yet keeps no writer waiting", async () => {
  const { sent, deliver } = createChannel();
  deliver({ type: "ask", id: 1, question: { about: "revision", revision: 7 } });
  await settle();
  assert.deepEqual(sent, [{ type: "answer", id: 1, answer: null }]);
});

test("a commit waits for the answer of the parent", async () => {
  const { link, sent, deliver } = createChannel();
  let isDone = false;
  const caughtUp = link.group.siblings.catchUp(9).then(() => {
    isDone = true;
  });
  await settle();
  const [question] = sent;
  assert.deepEqual(question?.type === "ask" && question.question, { about: "revision", revision: 9 });
  assert.equal(isDone, false);
  deliver({ type: "answer", id: question?.type === "ask" ? question.id : 0, answer: null });
  await caughtUp;
});
