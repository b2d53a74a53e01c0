import assert from "node:assert/strict";
import { request as openRequest, type ServerResponse } from "node:http";
import { type TestContext, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { findDeadline, remainingMilliseconds } from "../core/time/deadline.ts";
import { answerInTime } from "./answer-in-time.ts";
import { sendProblem } from "./problems.ts";

const DEADLINE_MILLISECONDS = 1_000;
/** For requests that are answered before, however slow the machine is. */
const LONG_MILLISECONDS = 60_000;

async function serve(
  t: TestContext,
  addRoutes: (app: FastifyInstance) => void,
  milliseconds = DEADLINE_MILLISECONDS,
  delay?: Parameters<typeof answerInTime>[2],
) {
  const logged: string[] = [];
  const app = Fastify({ logger: { level: "warn", stream: { write: (line) => logged.push(line) } } });
  answerInTime(app, milliseconds, delay);
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, error));
  addRoutes(app);
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  t.after(() => app.close());
  const send = async (path: string, init?: RequestInit) => {
    const startedAt = performance.now();
    const response = await fetch(url + path, init);
    const text = await response.text();
    return { response, text, milliseconds: performance.now() - startedAt };
  };
  return { url, send, logged };
}

test("a request whose handler still waits is answered at the deadline, and the late result is dropped", async (t) => {
  const { promise: answered, resolve: goOn } = Promise.withResolvers<void>();
  const { send, logged } = await serve(t, (app) => {
    app.get("/late", async () => {
      await answered;
      return { done: true };
    });
    app.get("/failing", async () => {
      await answered;
      throw new Error("the handler failed later");
    });
    app.get("/sending", (_request, reply) => {
      answered.then(() => reply.header("x-late", "1").status(201).send({ done: true }));
    });
    app.get("/quick", async () => ({ done: true }));
  });
  const late = await Promise.all(["/late", "/failing", "/sending"].map((path) => send(path)));
  for (const { response, text, milliseconds } of late) {
    assert.equal(response.status, 503);
    assert.equal(response.headers.get("retry-after"), "1");
    assert.match(text, /urn:licet:problem:temporarily_unavailable/);
    assert.ok(milliseconds >= DEADLINE_MILLISECONDS, `${milliseconds} ms`);
  }
  goOn();
  await setImmediate();
  assert.equal((await send("/quick")).response.status, 200);
  assert.deepEqual(logged, []);
});

test("hooks that wait count as well, and the deadline reaches what runs behind the body", async (t) => {
  let hookBeganAt = 0;
  const patient = await serve(
    t,
    (app) => {
      app.addHook("onRequest", async () => {
        hookBeganAt = performance.now();
        await setImmediate();
      });
      app.post("/echo", async () => findDeadline());
    },
    LONG_MILLISECONDS,
  );
  const { send } = await serve(t, (app) => {
    app.addHook("onRequest", () => new Promise(() => {}));
    app.post("/never", async () => ({}));
  });
  const post = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
  const { arrivedAt, endsAt } = JSON.parse((await patient.send("/echo", post)).text);
  assert.ok(arrivedAt <= hookBeganAt, `${arrivedAt - hookBeganAt} ms`);
  assert.equal(endsAt, arrivedAt + LONG_MILLISECONDS);
  const never = await send("/never", post);
  assert.equal(never.response.status, 503);
});

test("the time that a client takes to send its body is the client's", async (t) => {
  const arrived = Promise.withResolvers<void>();
  let neverEndsAt = 0;
  const { url, send } = await serve(t, (app) => {
    app.addHook("onRequest", async ({ url }) => {
      if (url === "/echo") arrived.resolve();
    });
    app.post("/echo", async (request) => ({ body: request.body, endsAt: findDeadline()?.endsAt }));
    app.get("/never", () => {
      neverEndsAt = findDeadline()?.endsAt ?? 0;
      return new Promise(() => {});
    });
  });
  const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const request = openRequest(`${url}/echo`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": 7 },
    });
    request.once("error", reject).once("response", async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, text });
    });
    request.write('{"a"');
    // Another request, which arrives later, is out of time before the rest of the body is sent.
    arrived.promise
      .then(() => send("/never"))
      .then(({ response }) => request.end(response.status === 503 ? ":1}" : ":0}"))
      .catch(reject);
  });
  assert.equal(answer.status, 200);
  const { body, endsAt } = JSON.parse(answer.text);
  assert.deepEqual(body, { a: 1 });
  assert.ok(endsAt >= neverEndsAt + DEADLINE_MILLISECONDS, `${endsAt - neverEndsAt} ms`);
});

test("a body that nobody reads yet does not extend the deadline of a hook", async (t) => {
  const { url } = await serve(t, (app) => {
    app.addHook("onRequest", () => new Promise(() => {}));
    app.post("/never", async () => ({}));
  });
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const request = openRequest(`${url}/never`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": 7 },
    });
    request.once("error", reject).once("response", (response) => {
      resolve(response.statusCode);
      request.destroy();
    });
    request.write('{"a"');
  });
  assert.equal(status, 503);
});

test("an answer that has begun goes on", async (t) => {
  const begun = Promise.withResolvers<ServerResponse>();
  const { send } = await serve(t, (app) => {
    app.get("/stream", (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200);
      reply.raw.write("first ");
      begun.resolve(reply.raw);
    });
    app.get("/never", () => new Promise(() => {}));
  });
  const streaming = send("/stream");
  const raw = await begun.promise;
  // A request that arrives later is out of time before the stream ends.
  assert.equal((await send("/never")).response.status, 503);
  raw.end("last");
  assert.equal((await streaming).text, "first last");
});

test("requests at once have their own deadlines, and none is left behind", async (t) => {
  const all = Promise.withResolvers<void>();
  let begun = 0;
  const { send } = await serve(
    t,
    (app) => {
      app.get("/at", async () => {
        const deadline = findDeadline();
        begun += 1;
        if (begun === 20) all.resolve();
        await all.promise;
        assert.equal(findDeadline(), deadline);
        return { arrivedAt: deadline?.arrivedAt };
      });
    },
    LONG_MILLISECONDS,
  );
  const answers = await Promise.all(Array.from({ length: 20 }, () => send("/at")));
  const arrivals = new Set(answers.map(({ text }) => JSON.parse(text).arrivedAt));
  assert.equal(arrivals.size, 20);
  assert.equal(findDeadline(), undefined);
});

test("the time of a request began when it came, and not when this process looked", async (t) => {
  const waitingSince = performance.now() - 30_000;
  let endsAt: number | undefined;
  const { send } = await serve(
    t,
    (app) => {
      app.get("/quick", async () => {
        endsAt = findDeadline()?.endsAt;
        return { done: true };
      });
    },
    LONG_MILLISECONDS,
    { waitingSince },
  );
  assert.equal((await send("/quick")).response.status, 200);
  assert.equal(endsAt, waitingSince + LONG_MILLISECONDS);
});

test("the time of a request is over when its client has left", async (t) => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { url } = await serve(
    t,
    (app) => {
      app.get("/waiting", async () => {
        begin();
        while (remainingMilliseconds() > 0) await setImmediate();
        end();
      });
    },
    LONG_MILLISECONDS,
  );
  const client = openRequest(`${url}/waiting`);
  client.on("error", () => {});
  client.end();
  await begun;
  client.destroy();
  await ended;
});
