import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { type TestContext, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { skipAbandoned } from "./skip-abandoned.ts";

const REQUEST = "POST /x HTTP/1.1\r\nHost: licet.example\r\nContent-Length: 2\r\n\r\nok";

async function serve(t: TestContext, waitedMilliseconds: number) {
  const begun: string[] = [];
  let skipped = 0;
  const handle = skipAbandoned(
    (request, response) => {
      begun.push(String(request.headers["x-name"]));
      response.end("done");
    },
    {
      get waitingSince() {
        return performance.now() - waitedMilliseconds;
      },
    },
    () => {
      skipped += 1;
    },
  );
  const server = createServer(handle).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const open = async () => {
    const client = connect(port, "127.0.0.1").setEncoding("utf8");
    client.on("error", () => {});
    await once(client, "connect");
    return client;
  };
  return { open, begun, countSkipped: () => skipped };
}

const requestOf = (name: string) => REQUEST.replace("\r\n\r\n", `\r\nX-Name: ${name}\r\n\r\n`);

test("while requests wait, one whose client has left is not begun, and others are", async (t) => {
  const { open, begun, countSkipped } = await serve(t, 1_000);
  const [left, reset, stayed] = [await open(), await open(), await open()];
  left.end(requestOf("left"));
  reset.write(requestOf("reset"), () => reset.resetAndDestroy());
  stayed.write(requestOf("stayed"));
  const [answer] = await once(stayed, "data");
  assert.match(answer, /done/);
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  assert.deepEqual(begun, ["stayed"]);
  // One whose reset comes with its bytes was never a request.
  assert.ok(countSkipped() >= 1 && countSkipped() <= 2, `${countSkipped()}`);
  stayed.destroy();
});

test("a process that keeps up begins at once", async (t) => {
  const { open, begun, countSkipped } = await serve(t, 0);
  const client = await open();
  client.write(requestOf("one"));
  await once(client, "data");
  assert.deepEqual([begun, countSkipped()], [["one"], 0]);
  client.destroy();
});
