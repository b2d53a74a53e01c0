import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { ConnectionError } from "./connection-error.ts";
import { requestToken } from "./request-token.ts";
import { UnreadableAnswerError } from "./unreadable-answer-error.ts";

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

/** The server, as the browser would reach it. */
function answerWith(status: number, body: unknown) {
  const sent: { form: Record<string, string>; authorization: string | null; credentials: string }[] = [];
  globalThis.fetch = async (input, init) => {
    const request = new Request(new URL(String(input), "https://licet.example.test"), init);
    sent.push({
      form: Object.fromEntries(new URLSearchParams(await request.text())),
      authorization: request.headers.get("authorization"),
      credentials: request.credentials,
    });
    return typeof body === "string" ? new Response(body, { status }) : Response.json(body, { status });
  };
  return sent;
}

const form = () => new URLSearchParams({ grant_type: "client_credentials", scope: "orders:read" });
const issued = {
  access_token: "t",
  token_type: "Bearer",
  expires_in: 60,
  scope: "orders:read",
  scope_rejected: "",
};

test("a secret goes into the form, or form-encoded into the header, and no cookie is sent", async () => {
  const sent = answerWith(200, issued);
  const asked = form();
  const secret = "a:b/ü";
  assert.deepEqual(await requestToken(asked, { clientId: "shop", secret }), { issued: true, token: issued });
  await requestToken(asked, { clientId: "shop", secret, inHeader: true });
  const basic = `Basic ${btoa("shop:a%3Ab%2F%C3%BC")}`;
  assert.deepEqual(sent, [
    {
      form: {
        grant_type: "client_credentials",
        scope: "orders:read",
        client_id: "shop",
        client_secret: secret,
      },
      authorization: null,
      credentials: "omit",
    },
    {
      form: { grant_type: "client_credentials", scope: "orders:read" },
      authorization: basic,
      credentials: "omit",
    },
  ]);
  assert.equal(asked.has("client_secret"), false, "the caller's form has no secret in it");
});

test("a refusal is an answer", async () => {
  for (const status of [400, 401, 429]) {
    const failure = { error: "invalid_client", error_description: "no" };
    answerWith(status, failure);
    assert.deepEqual(await requestToken(form()), { issued: false, status, failure });
  }
});

test("a server that cannot answer, a page of a proxy and no connection are told apart from refusals", async () => {
  answerWith(503, { error: "temporarily_unavailable" });
  await assert.rejects(requestToken(form()), UnreadableAnswerError);
  answerWith(200, "<html>");
  await assert.rejects(requestToken(form()), UnreadableAnswerError);
  globalThis.fetch = () => Promise.reject(new TypeError("failed to fetch"));
  await assert.rejects(requestToken(form()), ConnectionError);
});
