import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import type { lookup as systemLookup } from "node:dns";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { test } from "node:test";
import { promisify } from "node:util";
import { untilKnown } from "../../../../../tests/support/until-known.ts";
import { createPostForm, type OutboundFailure } from "./post-form.ts";

interface Ends {
  after(work: () => void): void;
}

/** A server on this machine. It counts connections, with or without a request. */
async function listen(t: Ends, serve: RequestListener = (_request, response) => response.end()) {
  const seen = { connections: 0, requests: [] as IncomingMessage[], bodies: [] as string[] };
  const server = createServer(async (request, response) => {
    seen.requests.push(request);
    seen.bodies.push((await request.toArray()).join(""));
    serve(request, response);
  });
  server.on("connection", () => {
    seen.connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { seen, port: (server.address() as AddressInfo).port };
}

/** A name server that gives these answers, one after another, and the last one again and again. */
function answering(...answers: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const lookup = ((name: string, _options: unknown, callback: (...result: unknown[]) => void) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(name);
    setImmediate(() =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      ),
    );
  }) as unknown as typeof systemLookup;
  return { asked, lookup };
}

const failing = (failure: OutboundFailure) => ({ name: "OutboundError", failure });

/** A public address that discards all traffic (AS112, RFC 7534). */
const SINK = "192.175.48.1";

for (const host of [
  ...["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0.0.0.0", "0"],
  ...["[::1]", "[::]", "[::ffff:127.0.0.1]", "[64:ff9b::127.0.0.1]", "localhost"],
]) {
  test(`https://${host} is refused without a connection`, async (t) => {
    const { seen, port } = await listen(t);
    const post = createPostForm({ allowPrivate: false });
    await assert.rejects(post(`https://${host}:${port}/`, { a: "b" }), failing("refused"));
    assert.equal(seen.connections, 0);
  });
}

for (const address of ["169.254.169.254", "10.0.0.1", "192.168.0.1", "100.64.0.1", "[fe80::1]", "[fd00::1]"])
  test(`https://${address} is refused without being tried`, () =>
    assert.rejects(
      createPostForm({ allowPrivate: false, deadlineMilliseconds: 500 })(`https://${address}/`, {}),
      failing("refused"),
    ));

for (const address of [
  ...["file:///etc/passwd", "gopher://127.0.0.1/", "ftp://example.test/", "data:,x", "/logout", ""],
  ...["https://user:password@example.test/", "https://user@example.test/", "http://example.test/"],
])
  test(`${JSON.stringify(address)} is refused before any name is looked up`, async () => {
    const { asked, lookup } = answering([SINK]);
    await assert.rejects(createPostForm({ allowPrivate: false, lookup })(address, {}), failing("refused"));
    assert.deepEqual(asked, []);
  });

test("a name that stands for a loopback address is refused when it is connected to", async (t) => {
  const { seen, port } = await listen(t);
  const { asked, lookup } = answering(["127.0.0.1"]);
  const post = createPostForm({ allowPrivate: false, lookup });
  await assert.rejects(post(`https://app.example.test:${port}/`, {}), failing("refused"));
  assert.deepEqual(asked, ["app.example.test"]);
  assert.equal(seen.connections, 0);
});

test("one private address among public ones spoils the name", async (t) => {
  const { seen, port } = await listen(t);
  for (const answer of [[SINK, "127.0.0.1"], ["127.0.0.1", SINK], [SINK, "::1"], []]) {
    const post = createPostForm({ allowPrivate: false, lookup: answering(answer).lookup });
    await assert.rejects(post(`https://app.example.test:${port}/`, {}), failing("refused"));
  }
  assert.equal(seen.connections, 0);
});

test("a name that is first public and then loopback is asked for once, and its first answer is what counts", async (t) => {
  const { seen, port } = await listen(t);
  const { asked, lookup } = answering([SINK], ["127.0.0.1"]);
  const post = createPostForm({ allowPrivate: false, lookup, deadlineMilliseconds: 300 });
  const rebound = post(`https://app.example.test:${port}/`, {});
  await assert.rejects(rebound, ({ failure }) => failure === "timeout" || failure === "unreachable");
  assert.equal(asked.length, 1);
  await assert.rejects(post(`https://app.example.test:${port}/`, {}), failing("refused"));
  assert.equal(seen.connections, 0);
});

test("where private addresses are allowed, a form arrives as a form", async (t) => {
  const { seen, port } = await listen(t, (_request, response) => response.writeHead(204).end());
  const post = createPostForm({ allowPrivate: true, lookup: answering(["127.0.0.1"]).lookup });
  const answer = await post(`http://app.example.test:${port}/out?x=1`, { logout_token: "a+b=ü&" });
  assert.deepEqual(answer, { status: 204 });
  const [request] = seen.requests;
  assert.equal(request?.method, "POST");
  assert.equal(request?.url, "/out?x=1");
  assert.equal(request?.headers.host, `app.example.test:${port}`);
  assert.equal(request?.headers["content-type"], "application/x-www-form-urlencoded");
  assert.equal(new URLSearchParams(seen.bodies[0]).get("logout_token"), "a+b=ü&");
});

test("a redirect is the answer, and is not followed", async (t) => {
  const inside = await listen(t);
  const outside = await listen(t, (_request, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/` }).end(),
  );
  const post = createPostForm({ allowPrivate: true });
  assert.deepEqual(await post(`http://127.0.0.1:${outside.port}/`, {}), { status: 307 });
  assert.equal(inside.seen.connections, 0);
});

test("a receiver that never answers is left at the deadline", async (t) => {
  const { seen, port } = await listen(t, () => undefined);
  const post = createPostForm({ allowPrivate: true, deadlineMilliseconds: 200 });
  let isOver = false;
  void createPostForm({ allowPrivate: true })(`http://127.0.0.1:${port}/`, {})
    .catch(() => {})
    .finally(() => {
      isOver = true;
    });
  await assert.rejects(post(`http://127.0.0.1:${port}/`, {}), failing("timeout"));
  assert.equal(isOver, false, "the usual deadline is a later one");
  await untilKnown(async () => seen.connections === 2);
});

test("a name server that never answers is left at the deadline, too", async () => {
  const lookup = (() => undefined) as unknown as typeof systemLookup;
  const post = createPostForm({ allowPrivate: false, lookup, deadlineMilliseconds: 200 });
  await assert.rejects(post("https://app.example.test/", {}), failing("timeout"));
});

for (const [what, chunkBytes, pauseMilliseconds] of [
  ["an endless answer is cut off soon after 64 kB", 16_384, 0],
  ["an answer that drips is cut off at the deadline", 1, 20],
] as const)
  test(what, async (t) => {
    let closed: (() => void) | undefined;
    const hasClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    let written = 0;
    const { port } = await listen(t, (_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => {
        if (response.write(Buffer.alloc(chunkBytes))) written += chunkBytes;
      }, pauseMilliseconds);
      response.on("close", () => {
        clearInterval(timer);
        closed?.();
      });
    });
    const post = createPostForm({ allowPrivate: true, deadlineMilliseconds: 400 });
    assert.deepEqual(await post(`http://127.0.0.1:${port}/`, {}), { status: 200 });
    await hasClosed;
    assert.ok(written < 4_000_000, `${written} bytes were taken`);
  });

test("an answer with endless headers, and one that is no HTTP, count as none", async (t) => {
  for (const answer of [`HTTP/1.1 200 OK\r\n${"x-long: y\r\n".repeat(5_000)}`, "SSH-2.0-OpenSSH_9\r\n"]) {
    const sockets: Socket[] = [];
    const server = createTcpServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => undefined).end(answer);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    t.after(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    const post = createPostForm({ allowPrivate: true });
    const { port } = server.address() as AddressInfo;
    await assert.rejects(post(`http://127.0.0.1:${port}/`, {}), failing("unreachable"));
  }
});

test("a server that does not speak TLS where https was registered counts as no answer", async (t) => {
  const { port } = await listen(t);
  const post = createPostForm({ allowPrivate: true });
  await assert.rejects(post(`https://127.0.0.1:${port}/`, {}), failing("unreachable"));
});

test("a proxy of the environment is not used", async (t) => {
  const proxy = await listen(t);
  const target = await listen(t);
  const script = `import { createPostForm } from ${JSON.stringify(new URL("./post-form.ts", import.meta.url).href)};
    console.log((await createPostForm({ allowPrivate: true })("http://127.0.0.1:${target.port}/", {})).status);`;
  const address = `http://127.0.0.1:${proxy.port}`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    env: { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: address, http_proxy: address, HTTPS_PROXY: address },
  });
  assert.equal(stdout.trim(), "200");
  assert.equal(target.seen.connections, 1);
  assert.equal(proxy.seen.connections, 0);
});
