import { type Caller, GRANTED } from "../population.ts";
import { findFreePort, type ServerCommand, startServer } from "../server-process.ts";
import type { Peer } from "./peer.ts";
import { createPeerTokenLoad, PEER_CALLERS } from "./peer-tokens.ts";
import { inChunks, sendAll, sendJson } from "./send-json.ts";

const REALM = "bench";
const OIDC = "protocol/openid-connect";
/** The token of an administrator is valid for a minute. */
const CLIENTS_PER_TOKEN = 10;
const ADMINISTRATOR = { username: "bench", password: "benchmark only" };

/** Keycloak in its mode for production, without TLS. Its realm signs with ES256, as Licet does by default. */
export const keycloak: Peer = {
  name: "Keycloak",
  program: "kc.sh",
  howToGet:
    "Get it: https://www.keycloak.org/downloads, or org.keycloak:keycloak-quarkus-dist from Maven Central, " +
    "and put its folder bin on the path. It needs Java 21, or 17.",
  versionArguments: ["--version"],
  async prepare({ program, databaseUrl }, { databases }) {
    const { hostname, port: databasePort, pathname, username, password } = new URL(databaseUrl);
    const managementPort = await findFreePort();
    const command: ServerCommand = {
      program,
      args: ["start"],
      env: (port) => ({
        ...(process.env.JAVA_HOME !== undefined && { JAVA_HOME: process.env.JAVA_HOME }),
        KC_DB: "postgres",
        KC_DB_URL: `jdbc:postgresql://${hostname}:${databasePort}${pathname}`,
        KC_DB_USERNAME: username,
        KC_DB_PASSWORD: password,
        KC_HTTP_ENABLED: "true",
        KC_HTTP_HOST: "127.0.0.1",
        KC_HTTP_PORT: String(port),
        KC_HTTP_MANAGEMENT_PORT: String(managementPort),
        KC_HOSTNAME_STRICT: "false",
        // One node: without it, Keycloak looks for others in the network.
        KC_CACHE: "local",
        KC_LOG_LEVEL: "warn",
        KC_BOOTSTRAP_ADMIN_USERNAME: ADMINISTRATOR.username,
        KC_BOOTSTRAP_ADMIN_PASSWORD: ADMINISTRATOR.password,
      }),
      readyPath: "/realms/master",
      // At the first start it compiles itself for its database and creates its tables.
      startLimitSeconds: 600,
    };
    const server = await startServer(command);
    try {
      await createRealm(`http://127.0.0.1:${server.port}`);
    } finally {
      await server.stop();
    }
    return [
      {
        subject: {
          name: "Keycloak",
          command,
          readDatabaseSeconds: (await databases.postgres()).readCpuSeconds,
        },
        load: (started) =>
          createPeerTokenLoad(
            started,
            { token: `/realms/${REALM}/${OIDC}/token`, jwks: `/realms/${REALM}/${OIDC}/certs` },
            "ES256",
          ),
        note: "keeps client secrets in the clear",
      },
    ];
  },
};

async function createRealm(url: string): Promise<void> {
  const realms = `${url}/admin/realms`;
  await sendJson(
    realms,
    { realm: REALM, enabled: true, sslRequired: "none", defaultSignatureAlgorithm: "ES256" },
    await fetchAdministrator(url),
  );
  for (const name of GRANTED) {
    const scope = { name, protocol: "openid-connect", attributes: { "include.in.token.scope": "true" } };
    await sendJson(`${realms}/${REALM}/client-scopes`, scope, await fetchAdministrator(url));
  }
  await sendAll([...inChunks(PEER_CALLERS, CLIENTS_PER_TOKEN)], async (callers) => {
    const authorized = await fetchAdministrator(url);
    for (const caller of callers)
      await sendJson(`${realms}/${REALM}/clients`, describeClient(caller), authorized);
  });
}

const describeClient = ({ clientId, clientSecret }: Caller): object => ({
  clientId,
  secret: clientSecret,
  protocol: "openid-connect",
  serviceAccountsEnabled: true,
  standardFlowEnabled: false,
  optionalClientScopes: GRANTED,
});

/** The header with the token of the administrator. */
async function fetchAdministrator(url: string): Promise<{ readonly authorization: string }> {
  const response = await fetch(`${url}/realms/master/${OIDC}/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "password", client_id: "admin-cli", ...ADMINISTRATOR }),
  });
  if (!response.ok) throw new Error(`Keycloak answered ${response.status}: ${await response.text()}`);
  const { access_token } = (await response.json()) as { access_token: string };
  return { authorization: `Bearer ${access_token}` };
}
