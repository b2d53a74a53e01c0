import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../packages/server/src/cli/testing/free-port.ts";
import { OAUTH_PATHS } from "../../../packages/server/src/oauth/server-metadata.ts";
import { createBrowser, getCode } from "../../support/sign-in.ts";
import { type LicetProcess, spawnLicet } from "../../support/spawn-licet.ts";
import { postForm, UNLIMITED } from "../../support/start-licet.ts";
import { ALICE, createRequest, DESK, ORDERS_SERVER, STOREFRONT } from "../../support/storefront.ts";

/** One of its applications is an administrator of Licet. */
export const STOREFRONT_WITH_ADMINISTRATOR = `${STOREFRONT}
  - { principal: application:${ORDERS_SERVER.client_id}, role: licet-administrator }
`;
const SCOPE = "licet:check licet:roles.read licet:roles.write licet:escalate";
const ENVIRONMENT = {
  LICET_LOG_LEVEL: "error",
  // The tokens that the experiment itself uses last as long as the experiment.
  LICET_ACCESS_TOKEN_SECONDS: "3600",
  ...Object.fromEntries(
    Object.entries(UNLIMITED).map(([name, value]) => [`LICET_${name.toUpperCase()}`, value]),
  ),
};

/** A place for a `licet serve`: it keeps its address when the process is another one. */
export interface LicetNode {
  readonly url: string;
  /** Of the present process; undefined before the first start. */
  readonly pid: number | undefined;
  /** Starts a process; resolves when it says that it listens. At another port if one is given. */
  start(otherPort?: number): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
  /** What the present process wrote. */
  output(): string;
}

export async function createLicetNode(options: {
  readonly databaseUrl: string;
  /** The address that callers use; that of the node if not given. */
  readonly baseUrl?: () => string;
  readonly environment?: Readonly<Record<string, string>>;
  /** The script of the next process; Licet's own if not given. */
  readonly main?: () => string;
  /** Further applications, then `assignments:` and those of these applications. */
  readonly applications?: string;
  /** How many workers it has; as many as every server of the tests if not given. */
  readonly workers?: number;
}): Promise<LicetNode> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let running: LicetProcess | undefined;
  return {
    url,
    get pid() {
      return running?.child.pid;
    },
    async start(otherPort) {
      running = await withStateFile(options.applications, (file) =>
        spawnLicet({
          ...(options.main && { main: options.main() }),
          databaseUrl: options.databaseUrl,
          ...(options.workers !== undefined && { workers: options.workers }),
          // The later of two equal options counts.
          arguments: [
            "--port",
            `${otherPort ?? port}`,
            "--base-url",
            options.baseUrl?.() ?? url,
            "--apply",
            file,
          ],
          environment: { ...ENVIRONMENT, ...options.environment },
        }),
      );
    },
    stop: async () => (await running?.stop()) ?? null,
    async kill() {
      const { child } = running ?? {};
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await gone;
    },
    output: () => running?.output() ?? "",
  };
}

async function withStateFile<T>(
  applications: string | undefined,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "licet-state-"));
  try {
    const file = join(folder, "state.yaml");
    await writeFile(
      file,
      applications === undefined
        ? STOREFRONT_WITH_ADMINISTRATOR
        : STOREFRONT_WITH_ADMINISTRATOR.replace("assignments:", applications),
    );
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the clients of an experiment begin with: a browser in which Alice is signed in, and a token of an administrator. */
export async function signInClients(url: string, scope = SCOPE) {
  const browser = createBrowser(url);
  await getCode(browser, createRequest(DESK), ALICE);
  const { body, text } = await postForm(url + OAUTH_PATHS.token, {
    grant_type: "client_credentials",
    scope,
    ...ORDERS_SERVER,
  });
  if (typeof body.access_token !== "string") throw new Error(text);
  return { browser, token: body.access_token };
}
