import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type TestContext, test } from "node:test";
import { createLicetFolder } from "../testing/run-licet.ts";

async function serverAnswering(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

const answering =
  (status: number, body: unknown): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { connection: "close" }).end(JSON.stringify(body));

function folderFor(t: TestContext) {
  const licet = createLicetFolder();
  t.after(() => licet.remove());
  return licet;
}

const ASK = ["token", "--client-id", "reports", "--client-secret-stdin", "--scope", "a b"];

test("the token response is printed as text, and the secret comes from standard input", async (t) => {
  let form = "";
  const baseUrl = await serverAnswering(t, async (request, response) => {
    for await (const chunk of request) form += chunk;
    const answer = { access_token: "aaa.bbb.ccc", expires_in: 600, scope: "a", scope_rejected: "b" };
    answering(200, answer)(request, response as never);
  });
  const argv = [
    ...ASK,
    "--resource",
    "https://x.test",
    "--resource",
    "https://y.test",
    "--base-url",
    baseUrl,
  ];
  const { code, stdout } = await folderFor(t).run(argv, "s&cret\n");
  assert.equal(code, 0);
  assert.match(stdout, /^granted +a\nrefused +b\nexpires +\S+Z \(in 600 s\)\ntoken +aaa\.bbb\.ccc\n$/);
  assert.deepEqual(
    [...new URLSearchParams(form)],
    [
      ["grant_type", "client_credentials"],
      ["client_id", "reports"],
      ["client_secret", "s&cret"],
      ["scope", "a b"],
      ["resource", "https://x.test"],
      ["resource", "https://y.test"],
    ],
  );
});

test("an OAuth error ends with 1, its code and its description", async (t) => {
  const refusal = { error: "invalid_client", error_description: "client authentication failed" };
  const baseUrl = await serverAnswering(t, answering(401, refusal));
  const { code, stderr } = await folderFor(t).run([...ASK, "--base-url", baseUrl], "secret");
  assert.equal(code, 1);
  assert.equal(stderr, "licet: invalid_client: client authentication failed\n");
});

test("no server, or one that cannot answer now, ends with 3", async (t) => {
  const nobody = await folderFor(t).run([...ASK, "--base-url", "http://127.0.0.1:1"], "secret");
  assert.equal(nobody.code, 3);
  assert.match(nobody.stderr, /no server answers at http:\/\/127\.0\.0\.1:1; /);
  const baseUrl = await serverAnswering(t, answering(503, { error: "temporarily_unavailable" }));
  assert.equal((await folderFor(t).run([...ASK, "--base-url", baseUrl], "secret")).code, 3);
});

test("a secret is needed, one way only", async (t) => {
  const licet = folderFor(t);
  assert.equal((await licet.run(["token", "--client-id", "reports"])).code, 2);
  assert.equal((await licet.run([...ASK, "--client-secret", "x"])).code, 2);
});
