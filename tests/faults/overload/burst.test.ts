import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { LOAD_BOUNDS } from "../../../packages/server/src/http/admission/load-guard.ts";
import { sendHttp } from "../../support/send-http.ts";
import { postForm, type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { countWorkers } from "../../support/workers/count-workers.ts";
import { LOADER, OFFICE } from "./office.ts";

let licet: RunningLicet;
let authorization: string;
before(async () => {
  licet = await startLicet({ readsLog: true, state: OFFICE, shedsLoad: true });
  const scope = "licet:check licet:list licet:simulate";
  const { body } = await postForm(`${licet.url}/oidc/token`, {
    grant_type: "client_credentials",
    scope,
    ...LOADER,
  });
  authorization = `Bearer ${body.access_token}`;
});
after(() => licet.stop());

const BURST = 160;

const post = (path: string, body: object) =>
  sendHttp(
    "POST",
    licet.url + path,
    { authorization, "content-type": "application/json" },
    JSON.stringify(body),
  );

test("of a burst of simulations some are refused at once, and checks and probes are answered meanwhile", async () => {
  const simulation = { state: { assignments: [{ principal: "user:user-0", role: "role-1" }] } };
  // Opened before: the system hands over new connections one by one, which is a bound of its own.
  await Promise.all(Array.from({ length: BURST + 30 }, () => sendHttp("GET", `${licet.url}/livez`, {})));
  const burst = Array.from({ length: BURST }, () => post("/api/v1/simulate", simulation));
  const checks = Array.from({ length: 20 }, () =>
    post("/api/v1/check", { subject: "user:user-0", permission: "files:a0" }),
  );
  const probes = ["/livez", "/readyz"].map((path) => sendHttp("GET", licet.url + path, {}));
  for (const { status } of await Promise.all([...checks, ...probes])) assert.equal(status, 200);

  const answers = await Promise.all(burst);
  const refused = answers.filter(({ status }) => status === 503);
  const answered = answers.filter(({ status }) => status === 200);
  assert.equal(refused.length + answered.length, BURST);
  assert.ok(refused.length > 0, "so many simulations are more than a node takes on at once");
  assert.ok(answered.length >= LOAD_BOUNDS.lists.always, "some are always taken on");
  for (const { headers, text } of refused) {
    assert.match(headers.get("retry-after") ?? "", /^[123]$/);
    assert.equal(headers.get("content-type"), "application/problem+json");
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(JSON.parse(text).request_id, headers.get("x-request-id"));
    assert.equal(JSON.parse(text).type, "urn:licet:problem:temporarily_unavailable");
  }
  const { text: metrics } = await sendHttp("GET", `${licet.url}/metrics`, {});
  assert.match(metrics, new RegExp(`licet_shed_requests_total{class="lists"} ${refused.length}\\n`));
  assert.match(metrics, /licet_shed_requests_total{class="decisions"} 0\n/);
  assert.equal(licet.logged().match(/"overloaded: /g)?.length, countWorkers(), "one line of each worker");
});

test("afterwards everything is answered again", async () => {
  const { status } = await post("/api/v1/list/subjects", { permission: "files:a0", type: "user" });
  assert.equal(status, 200);
});
