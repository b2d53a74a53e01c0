// @engine sqlite: about connections; no statement depends on them.
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { connect as connectSecurely } from "node:tls";
import { createCertificate } from "../../support/certificates.ts";
import { type RunningLicet, startLicet } from "../../support/start-licet.ts";
import { untilKnown } from "../../support/until-known.ts";
import { requestHead } from "../raw-connection.ts";

const REQUEST_ID = "closed-early";

/**
 * Sends a request and closes without reading the answer, until one is begun: a busy server does not begin a request whose
 * client has left. Returns the address in the log line of the request.
 */
async function findAddressOfClosed({ url, logged }: RunningLicet, open: () => Socket): Promise<string> {
  const findLine = () =>
    logged()
      .split("\n")
      .find((line) => line.includes(REQUEST_ID));
  await untilKnown(async () => {
    const socket = open();
    socket.on("error", () => {});
    await once(socket, "encrypted" in socket ? "secureConnect" : "connect");
    socket.write(requestHead(url, "GET /readyz", { "X-Request-Id": REQUEST_ID }));
    socket.destroySoon();
    await once(socket, "close");
    return findLine() !== undefined;
  });
  return JSON.parse(findLine() ?? "").ip;
}

test("the address of a caller is known after it has closed its connection", async () => {
  const licet = await startLicet({ readsLog: true, state: "" });
  try {
    const open = () => connect({ host: "127.0.0.1", port: Number(new URL(licet.url).port) });
    assert.equal(await findAddressOfClosed(licet, open), "127.0.0.1");
  } finally {
    await licet.stop();
  }
});

test("the address of a caller is known after it has closed its connection by TLS", async () => {
  await using stack = new AsyncDisposableStack();
  const folder = stack.adopt(await mkdtemp(join(tmpdir(), "licet-address-")), (path) =>
    rm(path, { recursive: true }),
  );
  const { certificate, keyPem } = createCertificate();
  const tls = { certificate: join(folder, "tls.crt"), key: join(folder, "tls.key") };
  await writeFile(tls.certificate, certificate);
  await writeFile(tls.key, keyPem);
  const licet = stack.adopt(await startLicet({ readsLog: true, state: "", tls }), (one) => one.stop());
  const port = Number(new URL(licet.url).port);
  const open = () => connectSecurely({ host: "127.0.0.1", port, ca: certificate });
  assert.equal(await findAddressOfClosed(licet, open), "127.0.0.1");
});
