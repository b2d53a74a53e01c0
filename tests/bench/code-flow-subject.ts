import { join } from "node:path";
import { type CodeFlowApplication, cookieToken } from "./code-flow-population.ts";
import type { Postgres } from "./postgres.ts";
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

export async function createLicetOnPostgres(postgres: Postgres): Promise<CodeFlowSubject> {
  return {
    name: "Licet",
    command: serveLicet({ LICET_DATABASE_URL: await postgres.createSeededDatabase() }),
    readDatabaseUsage: postgres.readUsage,
    paths: { authorization: "/oidc/auth", token: "/oidc/token", jwks: "/oidc/jwks" },
    cookie: (user) =>
      `licet_browser=${cookieToken("browser", user)}; licet_session=${cookieToken("session", user)}`,
    answeredScope: ({ scopes }) => scopes.join(" "),
    namesRefused: true,
  };
}

/** The server fills its database when it starts. */
export async function createOidcProviderOnPostgres(postgres: Postgres): Promise<CodeFlowSubject> {
  const databaseUrl = await postgres.createDatabase("oidc_provider");
  return {
    name: "oidc-provider",
    command: {
      args: [join(import.meta.dirname, "subjects/oidc-provider-on-postgres.ts")],
      env: (port) => ({ BENCH_PORT: String(port), BENCH_DATABASE_URL: databaseUrl }),
      readyPath: "/.well-known/openid-configuration",
    },
    readDatabaseUsage: postgres.readUsage,
    paths: { authorization: "/auth", token: "/token", jwks: "/jwks" },
    cookie: (user) => `_session=${cookieToken("session", user)}`,
    // Its `scope` names the scopes of the access token, which has only those of the resource.
    answeredScope: ({ scopes }) => scopes.filter((scope) => scope.includes(":")).join(" "),
    namesRefused: false,
  };
}
