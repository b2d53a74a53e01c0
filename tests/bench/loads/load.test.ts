import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { FORM_TYPE } from "./forms.ts";
import { type LoadPlan, runLoad } from "./load.ts";

async function planFor(t: TestContext, answer: RequestListener): Promise<LoadPlan> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close().closeAllConnections());
  return {
    port: (server.address() as AddressInfo).port,
    path: "/",
    contentType: FORM_TYPE,
    bodies: ["a=0", "a=1", "a=2"],
    connections: 4,
    seconds: 5,
    requests: 30,
    check: () => {},
    sampleEvery: 1,
  };
}

const echo: RequestListener = (request, response) => {
  request.once("data", (body: Buffer) => response.setHeader("content-length", body.length).end(body));
};

test("the load sends every body in turn and counts each answer once", async (t) => {
  const plan = await planFor(t, echo);
  const seen = [0, 0, 0];
  const result = await runLoad({
    ...plan,
    check(body, bodyIndex) {
      assert.equal(body, plan.bodies[bodyIndex]);
      seen[bodyIndex] = (seen[bodyIndex] ?? 0) + 1;
    },
  });
  assert.equal(result.requests, 30);
  assert.equal(result.checkedAnswers, 30);
  assert.deepEqual(seen, [10, 10, 10]);
});

test("a load without a number of requests ends with its time", async (t) => {
  const { requests: _, ...plan } = await planFor(t, echo);
  const result = await runLoad({ ...plan, seconds: 0.2 });
  assert.ok(result.seconds >= 0.2 && result.seconds < 10);
  assert.ok(result.requests > 0);
});

test("one answer that is not 200 fails the load", async (t) => {
  let answered = 0;
  const plan = await planFor(t, (request, response) => {
    answered += 1;
    response.statusCode = answered === 20 ? 429 : 200;
    request.resume().once("end", () => response.setHeader("content-length", 0).end());
  });
  await assert.rejects(runLoad(plan), /answered 429/);
});

test("one wrong answer in the sample fails the load", async (t) => {
  const plan = await planFor(t, echo);
  const check = (body: string): void => assert.notEqual(body, "a=2");
  await assert.rejects(runLoad({ ...plan, check }), assert.AssertionError);
});

test("with GET the body becomes the query, each has its cookie, and the check gets the location of the answer", async (t) => {
  const plan = await planFor(t, (request, response) => {
    const location = `https://app.example.test/cb?asked=${request.url}&by=${request.headers.cookie}`;
    response.writeHead(303, { location, "content-length": 0 }).end();
  });
  const result = await runLoad({
    ...plan,
    method: "GET",
    cookies: ["who=0", "who=1", "who=2"],
    status: 303,
    check: (location, index) =>
      assert.equal(location, `https://app.example.test/cb?asked=/?a=${index}&by=who=${index}`),
  });
  assert.equal(result.checkedAnswers, 30);
});

test("a page where a redirect was expected fails the load", async (t) => {
  await assert.rejects(runLoad({ ...(await planFor(t, echo)), status: 303 }), /answered 200/);
});

test("a server that closes a connection under load fails the load", async (t) => {
  const plan = await planFor(t, (request) => request.socket.destroy());
  await assert.rejects(runLoad(plan), /closed under load/);
});
