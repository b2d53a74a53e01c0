import { GRANTED } from "../population.ts";
import { findFreePort, type ServerCommand, startServer } from "../server-process.ts";
import type { Peer } from "./peer.ts";
import { createPeerTokenLoad, PEER_CALLERS } from "./peer-tokens.ts";
import { runProgram } from "./run-program.ts";
import { sendAll, sendJson } from "./send-json.ts";

/** Ory Hydra. It issues JWTs, as the others do, though opaque tokens are its default. */
export const hydra: Peer = {
  name: "Ory Hydra",
  program: "hydra",
  howToGet: "Get it: https://github.com/ory/hydra/releases, or build github.com/ory/hydra/v2 with Go",
  versionArguments: ["version"],
  async prepare({ program, databaseUrl }, { databases }) {
    const env = { DSN: `${databaseUrl}?sslmode=disable`, SQA_OPT_OUT: "true" };
    await runProgram(program, ["migrate", "sql", "--read-from-env", "--yes"], env);
    const adminPort = await findFreePort();
    const command: ServerCommand = {
      program,
      // Without it, Hydra serves nothing but TLS.
      args: ["serve", "all", "--dev"],
      env: (port) => ({
        ...env,
        SERVE_PUBLIC_HOST: "127.0.0.1",
        SERVE_PUBLIC_PORT: String(port),
        SERVE_ADMIN_HOST: "127.0.0.1",
        SERVE_ADMIN_PORT: String(adminPort),
        URLS_SELF_ISSUER: `http://127.0.0.1:${port}/`,
        SECRETS_SYSTEM: "benchmark only 0123456789abcdef",
        STRATEGIES_ACCESS_TOKEN: "jwt",
        LOG_LEVEL: "warn",
      }),
      readyPath: "/health/ready",
    };
    const server = await startServer(command);
    try {
      await sendAll(PEER_CALLERS, ({ clientId, clientSecret }) =>
        sendJson(`http://127.0.0.1:${adminPort}/admin/clients`, {
          client_id: clientId,
          client_secret: clientSecret,
          grant_types: ["client_credentials"],
          scope: GRANTED.join(" "),
          token_endpoint_auth_method: "client_secret_post",
        }),
      );
    } finally {
      await server.stop();
    }
    return [
      {
        subject: {
          name: "Ory Hydra",
          command,
          readDatabaseSeconds: (await databases.postgres()).readCpuSeconds,
        },
        load: (started) =>
          createPeerTokenLoad(started, { token: "/oauth2/token", jwks: "/.well-known/jwks.json" }, "RS256"),
        note: "signs with RS256, hashes client secrets with PBKDF2",
      },
    ];
  },
};
