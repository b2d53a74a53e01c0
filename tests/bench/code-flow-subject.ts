import { join } from "node:path";
import { type CodeFlowApplication, cookieToken } from "./code-flow-population.ts";
import { signedInUsers } from "./contents.ts";
import type { Databases } from "./databases.ts";
import { type Subject, serveLicet } from "./subject.ts";

/** A subject that signs users in for applications. Each has its own database in the same PostgreSQL server. */
export interface CodeFlowSubject extends Subject {
  readonly paths: { readonly authorization: string; readonly token: string; readonly jwks: string };
  /** The cookie that the browser of a signed-in user sends. */
  readonly cookie: (user: number) => string;
  /** The `scope` of the tokens that an application gets. */
  readonly answeredScope: (application: CodeFlowApplication) => string;
  /** Whether its token response names the refused scopes in `scope_rejected`. */
  readonly namesRefused: boolean;
}

export async function createCodeFlowLicet(databases: Databases, workers = 1): Promise<CodeFlowSubject> {
  const { readCpuSeconds } = await databases.postgres();
  return {
    name: workers === 1 ? "Licet" : `Licet, ${workers} workers`,
    command: serveLicet({ LICET_DATABASE_URL: await databases.onPostgres(signedInUsers) }, workers),
    readDatabaseSeconds: readCpuSeconds,
    paths: { authorization: "/oidc/auth", token: "/oidc/token", jwks: "/oidc/jwks" },
    cookie: (user) =>
      `licet_browser=${cookieToken("browser", user)}; licet_session=${cookieToken("session", user)}`,
    answeredScope: ({ scopes }) => scopes.join(" "),
    namesRefused: true,
  };
}

/** The server fills its database when it starts. */
export async function createCodeFlowOidcProvider(databases: Databases): Promise<CodeFlowSubject> {
  const { createDatabase, readCpuSeconds } = await databases.postgres();
  const databaseUrl = await createDatabase("oidc_provider");
  return {
    name: "oidc-provider",
    command: {
      args: [join(import.meta.dirname, "subjects/oidc-provider-on-postgres.ts")],
      env: (port) => ({ BENCH_PORT: String(port), BENCH_DATABASE_URL: databaseUrl }),
      readyPath: "/.well-known/openid-configuration",
    },
    readDatabaseSeconds: readCpuSeconds,
    paths: { authorization: "/auth", token: "/token", jwks: "/jwks" },
    cookie: (user) => `_session=${cookieToken("session", user)}`,
    // Its `scope` names the scopes of the access token, which has only those of the resource.
    answeredScope: ({ scopes }) => scopes.filter((scope) => scope.includes(":")).join(" "),
    namesRefused: false,
  };
}
