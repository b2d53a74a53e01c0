import assert from "node:assert/strict";
import { cpSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { readSettings } from "../../../packages/server/src/settings/settings.ts";
import type { Check } from "../check.ts";
import { deployPath } from "../support/deploy-files.ts";
import { DOCKER_COMPOSE } from "../support/programs.ts";
import { mustRun, runProgram } from "../support/run-program.ts";

const BASE_URL = "https://id.example.test";

interface Service {
  readonly image: string;
  readonly user: string;
  readonly read_only: boolean;
  readonly restart: string;
  readonly cap_drop: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly mem_limit: string | number;
  readonly pids_limit: number;
  readonly secrets: readonly { readonly source: string }[];
  readonly networks: Readonly<Record<string, { readonly ipv4_address?: string } | null>>;
}

interface Project {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

export const compose: Check = {
  name: "compose",
  title: "compose.yaml, read by docker-compose, and the secrets that it names",
  programs: [DOCKER_COMPOSE],
  async run({ folder, report }) {
    const copy = join(folder, "compose");
    cpSync(deployPath("compose"), copy, { recursive: true, filter: (path) => !path.endsWith("/secrets") });
    const secrets = await createSecrets(copy);
    report(`create-secrets.sh made ${secrets.join(", ")}, and overwrites nothing`);
    writeFileSync(join(copy, "secrets/tls.pem"), "");

    const project = await readProject(copy);
    assertHardened(project);
    assertProxy(project);
    assertSettings(project, copy);
    report(
      `${Object.keys(project.services).length} services, each hardened; the nodes' settings are read by Licet`,
    );
    await assertRefused(copy);
    report("without LICET_BASE_URL, and with a key that compose does not know, docker-compose refuses it");
  },
};

async function createSecrets(copy: string): Promise<readonly string[]> {
  const script = join(copy, "create-secrets.sh");
  await mustRun("sh", [script]);
  const names = ["database_url", "licet_secret", "admin_password", "postgres_password"];
  const read = () => names.map((name) => readFileSync(join(copy, "secrets", name), "utf8"));
  const values = read();
  assert.equal(statSync(join(copy, "secrets")).mode & 0o777, 0o700);
  const [url = "", , , password = ""] = values;
  assert.equal(new URL(url.trim()).password, password.trim());
  assert.equal(new Set(values).size, names.length);
  const again = await runProgram("sh", [script]);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /exists already, and nothing was changed/);
  assert.deepEqual(read(), values);
  return names;
}

async function readProject(cwd: string): Promise<Project> {
  const environment = { LICET_BASE_URL: BASE_URL };
  const { stdout } = await mustRun("docker-compose", ["-f", "compose.yaml", "config"], { cwd, environment });
  return parse(stdout);
}

function assertHardened({ services }: Project): void {
  assert.deepEqual(Object.keys(services).sort(), ["licet-1", "licet-2", "postgres", "proxy"]);
  for (const [name, service] of Object.entries(services)) {
    assert.equal(service.read_only, true, name);
    assert.equal(service.restart, "unless-stopped", name);
    assert.deepEqual([service.cap_drop, service.cap_add], [["ALL"], undefined], name);
    assert.deepEqual(service.security_opt, ["no-new-privileges:true"], name);
    assert.match(service.user, /^[1-9]\d*:[1-9]\d*$/, `${name} runs as root`);
    assert.ok(service.mem_limit !== undefined && service.pids_limit > 0, `${name} has no limits`);
    assert.match(service.image, /^(docker\.io\/library\/[a-z]+:[\w.-]+|licet:\d+\.\d+\.\d+)$/, name);
    assert.ok(name === "proxy" || service.healthcheck !== undefined, `${name} has no health check`);
  }
}

/** Licet trusts the address that the proxy has, and the proxy uses those that the nodes have. */
function assertProxy({ services }: Project): void {
  const { proxy, "licet-1": first, "licet-2": second } = services as Record<string, Service>;
  const addressOf = (service: Service | undefined) => service?.networks.edge?.ipv4_address;
  for (const node of [first, second]) {
    assert.equal(node?.environment.LICET_TRUSTED_PROXIES, addressOf(proxy));
    assert.ok(node && "data" in node.networks);
  }
  assert.equal(proxy?.environment.NODE_1, `${addressOf(first)}:4455`);
  assert.equal(proxy?.environment.NODE_2, `${addressOf(second)}:4455`);
  assert.ok(proxy && !("data" in proxy.networks), "the proxy reaches the database");
}

/** Licet itself reads the settings of a node, with the files at their places on this machine. */
function assertSettings({ services, secrets }: Project, copy: string): void {
  for (const [name, { environment, secrets: mounted = [] }] of Object.entries(services)) {
    const values = Object.values(environment).join(" ");
    for (const { source } of mounted) {
      assert.ok(values.includes(`/run/secrets/${source}`), `${name} does not use ${source}`);
      assert.equal(secrets[source]?.file, join(copy, "secrets", source));
    }
    if (!name.startsWith("licet-")) continue;
    const here = Object.entries(environment).map(([variable, value]) => [
      variable,
      value.replace("/run/secrets", join(copy, "secrets")),
    ]);
    const settings = readSettings({ flags: {}, env: Object.fromEntries(here), cwd: copy });
    assert.equal(settings.baseUrl, BASE_URL);
    assert.match(settings.databaseUrl, /^postgres:\/\/licet:[^@]{64}@postgres:5432\/licet$/);
    assert.equal(settings.secretOrigin, "given");
  }
}

async function assertRefused(cwd: string): Promise<void> {
  const read = (file: string, environment: Record<string, string>) =>
    runProgram("docker-compose", ["-f", file, "config"], { cwd, environment });
  const incomplete = await read("compose.yaml", {});
  assert.notEqual(incomplete.code, 0);
  assert.match(incomplete.stderr, /set LICET_BASE_URL to the address that callers use/);
  const text = readFileSync(join(cwd, "compose.yaml"), "utf8");
  writeFileSync(join(cwd, "wrong.yaml"), text.replace("stop_grace_period:", "stop_grace_time:"));
  assert.notEqual((await read("wrong.yaml", { LICET_BASE_URL: BASE_URL })).code, 0);
}
