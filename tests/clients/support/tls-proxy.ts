import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createCertificate } from "../../support/certificates.ts";

/** Answers GET over TLS with what a server answers without. For clients that take nothing else. */
export async function startTlsProxy(target: string): Promise<AsyncDisposable & { readonly url: string }> {
  const { certificate, keyPem } = createCertificate();
  const server = createServer({ cert: certificate, key: keyPem }, async (request, response) => {
    try {
      const answer = await fetch(`${target}${request.url}`);
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
      response.end(await answer.text());
    } catch {
      response.writeHead(502).end();
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
