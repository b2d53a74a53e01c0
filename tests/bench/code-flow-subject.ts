import { join } from "node:path";
import { type CodeFlowApplication, cookieToken } from "./code-flow-population.ts";
import type { Postgres } from "./postgres.ts";
import { type Subject, serveLicet } from "./subject.ts";

/** A subject that signs users in for applications, on a database of its own in the same PostgreSQL server. */
export interface CodeFlowSubject extends Subject {
  readonly paths: { readonly authorization: string; readonly token: string; readonly jwks: string };
  /** The cookie that the browser of a signed-in user sends. */
  readonly cookie: (person: number) => string;
  /** The `scope` of the tokens that an application gets. */
  readonly answeredScope: (application: CodeFlowApplication) => string;
  /** Also says in `scope_rejected` what it refused. */
  readonly namesRefused: boolean;
}

export async function createLicetOnPostgres(postgres: Postgres): Promise<CodeFlowSubject> {
  return {
    name: "Licet",
    command: serveLicet({ LICET_DATABASE_URL: await postgres.seeded() }),
    readDatabaseUsage: postgres.readUsage,
    paths: { authorization: "/oidc/auth", token: "/oidc/token", jwks: "/oidc/jwks" },
    cookie: (person) =>
      `licet_browser=${cookieToken("browser", person)}; licet_session=${cookieToken("session", person)}`,
    answeredScope: ({ scopes }) => scopes.join(" "),
    namesRefused: true,
  };
}

/** It fills its database by itself when it starts. */
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
    cookie: (person) => `_session=${cookieToken("session", person)}`,
    // The scopes of OpenID Connect are none of the resource's, and its answer names those of the access token.
    answeredScope: ({ scopes }) => scopes.filter((scope) => scope.includes(":")).join(" "),
    namesRefused: false,
  };
}
