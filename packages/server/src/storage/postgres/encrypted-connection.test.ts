// @engine postgres: the other one has no connection.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createCertificate } from "../../../../../tests/support/certificates.ts";
import { createPostgresServer, type PostgresServer } from "../../../../../tests/support/postgres-server.ts";
import { UnavailableError } from "../../core/errors/errors.ts";
import { openPostgres } from "./open-postgres.ts";

const folder = mkdtempSync(join(tmpdir(), "licet-database-tls-"));
const authority = createCertificate({ name: "Authority", isAuthority: true });
const other = createCertificate({ name: "Other authority", isAuthority: true });
let server: PostgresServer;

before(async () => {
  const { certificate, keyPem } = createCertificate({ issuer: authority });
  server = await createPostgresServer();
  server.writeFile("server.crt", certificate);
  server.writeFile("server.key", keyPem);
  server.writeFile("pg_hba.conf", "hostssl all all all scram-sha-256\n");
  await server.start(["ssl=on"]);
  writeFileSync(join(folder, "authority.pem"), authority.certificate);
  writeFileSync(join(folder, "other.pem"), other.certificate);
});
after(() => {
  server.remove();
  rmSync(folder, { recursive: true });
});

const open = async (query: string) => {
  const engine = await openPostgres(`${server.url}?${query}`, {
    poolSize: 1,
    freshForMilliseconds: 2_000,
    pollEveryMilliseconds: 500,
    listen: true,
    now: Date.now,
  });
  await engine.close();
};

test("sslmode=verify-full with the certificate of the authority", () =>
  open(`sslmode=verify-full&sslrootcert=${join(folder, "authority.pem")}`));

test("sslmode=verify-full refuses a certificate of another authority", () =>
  assert.rejects(
    open(`sslmode=verify-full&sslrootcert=${join(folder, "other.pem")}`),
    (error) => error instanceof UnavailableError && /certificate/.test(error.message),
  ));

test("an authority that the system does not know is refused", () =>
  assert.rejects(
    open("sslmode=verify-full"),
    (error) => error instanceof UnavailableError && /certificate/.test(error.message),
  ));

test("a server that takes only encrypted connections refuses others", () =>
  assert.rejects(open("sslmode=disable"), UnavailableError));
