import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCertificate } from "../../support/certificates.ts";
import { createTestDatabase } from "../../support/databases.ts";
import { spawnLicet } from "../../support/spawn-licet.ts";

export interface SlowClientsServer extends AsyncDisposable {
  readonly url: string;
  /** Given where the server speaks TLS: what its clients trust. */
  readonly certificate?: string;
}

/** Licet as a process of its own, on SQLite, by TLS or without. */
export async function startServer(options: {
  readonly state: string;
  readonly tls: boolean;
}): Promise<SlowClientsServer> {
  await using started = new AsyncDisposableStack();
  const database = started.adopt(await createTestDatabase("sqlite"), ({ drop }) => drop());
  const folder = started.adopt(mkdtempSync(join(tmpdir(), "licet-slow-clients-")), (path) =>
    rmSync(path, { recursive: true }),
  );
  const write = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  };
  const { certificate, keyPem } = createCertificate();
  const tls = {
    LICET_TLS_CERT: write("certificate.pem", certificate),
    LICET_TLS_KEY: write("key.pem", keyPem),
  };
  const licet = started.adopt(
    await spawnLicet({
      databaseUrl: database.url,
      arguments: ["--apply", write("licet.yaml", options.state)],
      ...(options.tls && { environment: tls }),
    }),
    async ({ stop }) => void (await stop()),
  );
  const running = started.move();
  return {
    url: options.tls ? licet.url.replace("http:", "https:") : licet.url,
    ...(options.tls && { certificate }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
