import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { send } from "../checks/send.ts";
import { fetchToken } from "../fetch-token.ts";
import { todoOf, USERS, VECTORS } from "./todo-vectors.ts";

const TODO = readFileSync(new URL("../../../examples/authzen-todo.yaml", import.meta.url), "utf8");
const GATEWAY = { client_id: "todo-gateway", client_secret: "todo-gateway-secret-that-everybody-knows" };

let licet: RunningLicet;
let token: string;
before(async () => {
  licet = await startLicet({ state: TODO });
  token = await fetchToken(licet, GATEWAY, "licet:authzen.evaluate licet:authzen.search");
});
after(() => licet.stop());

const post = (path: string, body: unknown) => send(`${licet.url}/access/v1/${path}`, token, body);

test("every decision of the todo application is the one that its table says", async () => {
  for (const { request, expected } of VECTORS) {
    const { status, body } = await post("evaluation", request);
    assert.equal(status, 200);
    assert.deepEqual(body, { decision: expected }, JSON.stringify(request));
  }
});

test("asked all at once, the decisions are the same", async () => {
  const { status, body } = await post("evaluations", { evaluations: VECTORS.map(({ request }) => request) });
  assert.equal(status, 200);
  assert.deepEqual(
    body.evaluations,
    VECTORS.map(({ expected }) => ({ decision: expected })),
  );
});

test("a gateway asks about several todos of one user in one request", async () => {
  const { body } = await post("evaluations", {
    subject: { type: "user", id: USERS.morty.id },
    action: { name: "can_update_todo" },
    evaluations: [{ resource: todoOf("rick") }, { resource: todoOf("morty") }],
  });
  assert.deepEqual(body, { evaluations: [{ decision: false }, { decision: true }] });
});
