import assert from "node:assert/strict";
import { test } from "node:test";
import Fastify from "fastify";
import { z } from "zod";
import type { Caller } from "../../oauth/tokens/verify-bearer.ts";
import { type ApiRoute, addApiPath, apiRoute, routerPath } from "./api-route.ts";

const echo = (method: ApiRoute["method"], path: string): ApiRoute =>
  apiRoute({
    method,
    path,
    permission: "licet:check",
    tag: "checks",
    operation: "test",
    summary: "Says what it heard",
    params: z.record(z.string(), z.string()),
    answers: { 200: { description: "ok" } },
    handle: async ({ params }) => ({ status: 200, body: { path, params } }),
  });

test("a colon is itself, and braces are parameters", async () => {
  assert.equal(routerPath("/assignments:batch"), "/api/v1/assignments::batch");
  assert.equal(routerPath("/roles/{name}/members/{id}"), "/api/v1/roles/:name/members/:id");
  const app = Fastify();
  const paths = ["/assignments", "/assignments:batch", "/assignments/{id}", "/check:explain", "/check"];
  for (const path of paths) addApiPath(app, [echo("POST", path)], async () => ({}) as Caller);
  const post = (url: string) => app.inject({ method: "POST", url: `/api/v1${url}` });
  for (const path of ["/assignments", "/assignments:batch", "/check:explain", "/check"]) {
    assert.deepEqual((await post(path)).json(), { path, params: {} });
  }
  assert.deepEqual((await post("/assignments/:batch")).json().params, { id: ":batch" });
  assert.deepEqual((await post("/assignments/a%2Fb%25c")).json().params, { id: "a/b%c" });
  for (const path of ["/assignments:other", "/assignmentsXbatch", "/assignments::batch", "/check:"]) {
    assert.equal((await post(path)).statusCode, 404, path);
  }
});
