import assert from "node:assert/strict";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import packageManifest from "../../package.json" with { type: "json" };
import { readSettings, SETTING_DEFINITIONS } from "../../packages/server/src/settings/settings.ts";
import { DEPLOY, readDeployFile } from "./support/deploy-files.ts";

/** The settings file, the image in compose.yaml, and the version of the build: no settings. */
const OTHER_NAMES = ["LICET_CONFIG", "LICET_IMAGE", "LICET_VERSION"];
const FILES = globSync("{container,compose,systemd,kubernetes}/{*,.*}", { cwd: DEPLOY }).filter(
  (path) => /\.\w+$|Containerfile$/.test(path) && !/\.tgz$|secrets$/.test(path),
);

test("the files for deployment name settings that exist", () => {
  assert.ok(FILES.length >= 18, FILES.join(", "));
  const known = new Set([
    ...Object.keys(SETTING_DEFINITIONS).map((name) => `LICET_${name.toUpperCase()}`),
    ...OTHER_NAMES,
  ]);
  const named = FILES.flatMap((file) => readDeployFile(file).match(/\bLICET_[A-Z_]+\b/g) ?? []);
  assert.ok(named.length > 20);
  assert.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
  );
});

test("the settings file of the systemd unit is one that Licet reads", (t) => {
  const cwd = mkdtempSync(join(tmpdir(), "licet-deploy-"));
  t.after(() => rmSync(cwd, { recursive: true }));
  const content = readDeployFile("systemd/licet.yaml").replace("/var/lib/licet", join(cwd, "data"));
  writeFileSync(join(cwd, "licet.yaml"), content);
  const settings = readSettings({ flags: {}, env: { LICET_CONFIG: "licet.yaml" }, cwd });
  assert.equal(settings.baseUrl, "https://id.example.com");
  assert.deepEqual(settings.trustedProxies, ["127.0.0.1", "::1"]);
  assert.deepEqual(settings.metrics.listen, { host: "127.0.0.1", port: 9464 });
});

test("the files for Kubernetes name one port for the metrics, and Prometheus reaches no other", () => {
  const read = (file: string) => parse(readDeployFile(`kubernetes/${file}`));
  const port = Number(read("config-map.yaml").data.LICET_METRICS_LISTEN.split(":").at(-1));
  const { template } = read("deployment.yaml").spec;
  assert.equal(template.metadata.annotations["prometheus.io/port"], `${port}`);
  const { ports } = template.spec.containers[0];
  assert.deepEqual(ports, [
    { name: "http", containerPort: 4455 },
    { name: "metrics", containerPort: port },
  ]);
  const [ingress, prometheus] = read("network-policy.yaml").spec.ingress;
  assert.deepEqual(ingress.ports, [{ protocol: "TCP", port: 4455 }]);
  assert.deepEqual(prometheus.ports, [{ protocol: "TCP", port }]);
});

test("the files for deployment name the version of this repository", () => {
  const named = FILES.flatMap((file) => [
    ...readDeployFile(file).matchAll(/(?:licet:|newTag: |LICET_VERSION=)(\d+\.\d+\.\d+)/g),
  ]).map(([, version]) => version);
  assert.ok(named.length >= 5, `${named.length}`);
  assert.deepEqual([...new Set(named)], [packageManifest.version]);
});
