import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Content } from "./contents.ts";
import type { Databases } from "./databases.ts";
import { tokenForm } from "./loads/forms.ts";
import { type Caller, RESOURCE } from "./population.ts";
import type { ReadDatabaseSeconds } from "./report/measurement.ts";
import type { ServerCommand } from "./server-process.ts";

/** A server that is measured. */
export interface Subject {
  readonly name: string;
  readonly command: ServerCommand;
  /** Present if its database is a separate server. */
  readonly readDatabaseSeconds?: ReadDatabaseSeconds;
}

/** A subject that issues tokens. */
export interface TokenSubject extends Subject {
  readonly paths: { readonly token: string; readonly introspection: string; readonly jwks: string };
  /** Whether its token response names the refused scopes in `scope_rejected`. */
  readonly namesRefused: boolean;
  /** The form of a request for a token that its introspection accepts. */
  readonly introspectableTokenForm: (caller: Caller) => string;
  /** How many tokens it can keep for introspection: unlimited for JWTs, which need no memory. */
  readonly tokenCapacity: number;
}

/** A fixed secret, because the seed creates the root keys with it before Licet starts. */
export const LICET_SECRET = "benchmark only 0123456789abcdef0123456789abcdef";
/** The same at every start, whatever the port, as in production: with another one Licet would write its own resource again. */
export const LICET_BASE_URL = "http://localhost:4455";

const here = import.meta.dirname;
const serverMain = join(here, "../../packages/server/bin/licet.mjs");

/** `licet serve` on a database. One worker unless told otherwise, because the servers beside it are one process, too. */
export const serveLicet = (database: Readonly<Record<string, string>>, workers = 1): ServerCommand => ({
  args: [serverMain, "serve"],
  env: (port) => ({
    LICET_PORT: String(port),
    LICET_BASE_URL,
    LICET_SECRET,
    LICET_LOG_LEVEL: "warn",
    ...(supportsWorkers() && { LICET_WORKERS: String(workers) }),
    ...database,
  }),
  readyPath: "/readyz",
});

let settingsHelp: string | undefined;

/** Whether this Licet can serve with several processes. */
export function supportsWorkers(): boolean {
  settingsHelp ??= execFileSync(process.execPath, [serverMain, "help", "settings"], { encoding: "utf8" });
  return settingsHelp.includes("--workers ");
}

export const createFloor = (applications: number): TokenSubject => ({
  name: "floor",
  command: { args: [join(here, "subjects/floor.ts")], env: memoryEnv(applications), readyPath: "/readyz" },
  paths: { token: "/token", introspection: "/introspect", jwks: "/jwks" },
  namesRefused: true,
  introspectableTokenForm: tokenForm,
  tokenCapacity: Number.POSITIVE_INFINITY,
});

const licet = {
  name: "Licet",
  paths: { token: "/oidc/token", introspection: "/oidc/introspect", jwks: "/oidc/jwks" },
  namesRefused: true,
  introspectableTokenForm: tokenForm,
  tokenCapacity: Number.POSITIVE_INFINITY,
} as const;

/** Licet with the embedded database in this folder. */
export const createLicet = (
  dataFolder: string,
  { name = licet.name, workers = 1 }: { readonly name?: string; readonly workers?: number } = {},
): TokenSubject => ({
  ...licet,
  name,
  command: serveLicet({ LICET_DATA_DIR: dataFolder }, workers),
});

export async function createLicetOnPostgres(
  databases: Databases,
  content: Content,
  copy?: string,
): Promise<TokenSubject> {
  const { readCpuSeconds } = await databases.postgres();
  return {
    ...licet,
    name: "Licet, PostgreSQL",
    command: serveLicet({ LICET_DATABASE_URL: await databases.onPostgres(content, copy) }),
    readDatabaseSeconds: readCpuSeconds,
  };
}

export const createEcho = (): Subject => ({
  name: "echo",
  command: {
    args: [join(here, "subjects/echo.ts")],
    env: (port) => ({ BENCH_PORT: String(port) }),
    readyPath: "/readyz",
  },
});

export const createOidcProvider = (applications: number): TokenSubject => ({
  name: "oidc-provider",
  command: {
    args: [join(here, "subjects/oidc-provider.ts")],
    env: memoryEnv(applications),
    readyPath: "/.well-known/openid-configuration",
  },
  paths: { token: "/token", introspection: "/token/introspection", jwks: "/jwks" },
  namesRefused: false,
  introspectableTokenForm: (caller) =>
    `${tokenForm(caller)}&resource=${encodeURIComponent(`${RESOURCE.identifier}/opaque`)}`,
  // Its memory adapter keeps the last thousand entries.
  tokenCapacity: 1000,
});

const memoryEnv = (applications: number) => (port: number) => ({
  BENCH_PORT: String(port),
  BENCH_APPLICATIONS: String(applications),
});
