import assert from "node:assert/strict";
import { test } from "node:test";
import Fastify from "fastify";
import { z } from "zod";
import { type ApiOptions, addManagementApi } from "./add-api.ts";
import { type ApiRoute, apiRoute } from "./api-route.ts";

const route = (path: string, schema: z.ZodType): ApiRoute =>
  apiRoute({
    method: "GET",
    path,
    permission: "licet:check",
    tag: "checks",
    operation: "test",
    summary: "Answers",
    answers: { 200: { description: "ok", schema } },
    handle: async () => ({ status: 200, body: {} }),
  });

const serve = (...routes: readonly ApiRoute[]) => {
  const app = Fastify({ exposeHeadRoutes: false });
  const options: ApiOptions = {
    routes,
    clientRoutes: [],
    authenticateClient: async () => assert.fail("nobody authenticates"),
    verifyBearer: async () => ({ permissions: new Set() }) as never,
    limitClient: () => undefined,
    recordRefusal: () => undefined,
    feed: {
      revision: 1,
      confirm: () => undefined,
      refresh: async () => undefined,
      ageMilliseconds: () => 0,
      onChange: () => undefined,
      onReset: () => undefined,
    },
    issuer: "https://licet.example.test",
    version: "1.2.3",
  };
  addManagementApi(app, options, (_request, work) => work(() => undefined));
  return (url: string) => app.inject({ method: "GET", url: `/api/v1${url}` });
};

test("the document is described at the first request, and once", async () => {
  let described = 0;
  const things: ApiRoute = {
    ...route("/things", z.strictObject({}).meta({ title: "Thing" })),
    get summary() {
      described += 1;
      return "List things";
    },
  };
  const get = serve(things);
  assert.equal((await get("/things")).statusCode, 200);
  assert.equal(described, 0);
  const first = await get("/openapi.json");
  assert.equal(first.json().paths["/api/v1/things"].get.summary, "List things");
  assert.equal((await get("/openapi.json")).body, first.body);
  assert.equal(described, 1);
});

test("a document that cannot be described stops no server", async () => {
  const titled = (member: string) => z.strictObject({ [member]: z.string() }).meta({ title: "Thing" });
  const get = serve(route("/one", titled("a")), route("/other", titled("b")));
  assert.equal((await get("/one")).statusCode, 200);
  const { statusCode, body } = await get("/openapi.json");
  assert.equal(statusCode, 500);
  assert.match(body, /two schemas of the API have the title Thing/);
});
