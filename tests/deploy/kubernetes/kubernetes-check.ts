import assert from "node:assert/strict";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import type { Check, CheckContext } from "../check.ts";
import { readDeployFile } from "../support/deploy-files.ts";
import { type Content, KUSTOMIZATION, type Manifest, readManifests } from "./manifests.ts";
import { validateManifests } from "./validate-manifests.ts";

export const kubernetes: Check = {
  name: "kubernetes",
  title: "the manifests, by the schemas and types of Kubernetes, and how they fit together",
  programs: [],
  async run(context) {
    const manifests = readManifests();
    assert.deepEqual(await validate(manifests, context, "right"), []);
    await assertMistakesFound(manifests, context);
    assertKustomization(manifests);
    assertConnected(manifests);
    assertRestricted(manifests);
    context.report(
      `${manifests.length} manifests; ${MISTAKES.length} mistakes made on purpose were all found`,
    );
  },
};

const validate = (manifests: readonly Manifest[], { folder, tools }: CheckContext, name: string) =>
  validateManifests(manifests, { folder: join(folder, name), tools });

/** Each must be found, or the check could not fail. */
const MISTAKES: readonly [file: string, from: string, to: string][] = [
  ["deployment.yaml", "readinessProbe:", "readynessProbe:"],
  ["deployment.yaml", "failureThreshold: 60", 'failureThreshold: "60"'],
  ["deployment.yaml", "maxUnavailable: 0", "maxUnavailible: 0"],
  ["network-policy.yaml", "policyTypes:", "policyType:"],
  ["pod-disruption-budget.yaml", "minAvailable: 1", "minAvailable: [1]"],
  ["service.yaml", "apiVersion: v1", "apiVersion: v2"],
];

async function assertMistakesFound(manifests: readonly Manifest[], context: CheckContext): Promise<void> {
  for (const [index, [file, from, to]] of MISTAKES.entries()) {
    const text = readDeployFile(`kubernetes/${file}`);
    assert.ok(text.includes(from), `${file} has no ${from}`);
    const content = parse(text.replace(from, to));
    const wrong = manifests
      .filter((each) => each.file === file)
      .map((each) => ({ ...each, apiVersion: content.apiVersion, content }));
    assert.notDeepEqual(await validate(wrong, context, `wrong-${index}`), [], `not found in ${file}: ${to}`);
  }
}

/** Everything is applied but the example of the Secret. */
function assertKustomization(manifests: readonly Manifest[]): void {
  const { resources, images } = parse(readDeployFile(`kubernetes/${KUSTOMIZATION}`));
  const applied = manifests.map(({ file }) => file).filter((file) => file !== "secret.example.yaml");
  assert.deepEqual([...resources].sort(), applied);
  assert.equal(images[0].name, "licet");
}

/** Names and labels in one manifest are those of the others. */
function assertConnected(manifests: readonly Manifest[]): void {
  const get = (kind: string): Content => manifests.find((each) => each.kind === kind)?.content;
  const { template, selector } = get("Deployment").spec;
  const { labels } = template.metadata;
  for (const chosen of [
    selector.matchLabels,
    get("Service").spec.selector,
    get("PodDisruptionBudget").spec.selector.matchLabels,
    get("NetworkPolicy").spec.podSelector.matchLabels,
    ...template.spec.topologySpreadConstraints.map(
      (each: { labelSelector: { matchLabels: object } }) => each.labelSelector.matchLabels,
    ),
  ])
    assert.deepEqual(chosen, labels);
  const [container] = template.spec.containers;
  assert.equal(template.spec.serviceAccountName, get("ServiceAccount").metadata.name);
  assert.equal(container.envFrom[0].configMapRef.name, get("ConfigMap").metadata.name);
  const { metadata, stringData } = get("Secret");
  const [secrets] = template.spec.volumes;
  assert.equal(secrets.secret.secretName, metadata.name);
  const [{ mountPath }] = container.volumeMounts;
  const used = container.env.map(({ value }: { value: string }) => value);
  assert.deepEqual(
    used,
    Object.keys(stringData).map((key) => `${mountPath}/${key}`),
  );
  // Before it is killed, it has time to be forgotten by proxies, and to drain.
  const { seconds } = container.lifecycle.preStop.sleep;
  assert.ok(template.spec.terminationGracePeriodSeconds >= seconds + DRAIN_SECONDS);
  const { egress, ingress } = get("NetworkPolicy").spec;
  for (const { to = [] } of egress)
    assert.ok(to.length > 0, "an egress rule without a destination allows all");
  for (const { from = [] } of ingress)
    assert.ok(from.length > 0, "an ingress rule without a source allows all");
}

/** The longest time for running requests, and what the audit log still holds. */
const DRAIN_SECONDS = 20;

/** The restricted profile of the pod security standards. */
function assertRestricted(manifests: readonly Manifest[]): void {
  const deployment: Content = manifests.find(({ kind }) => kind === "Deployment")?.content;
  const { spec } = deployment.spec.template;
  assert.equal(spec.securityContext.runAsNonRoot, true);
  assert.equal(spec.securityContext.runAsUser, 10_001);
  assert.equal(spec.securityContext.seccompProfile.type, "RuntimeDefault");
  assert.equal(spec.automountServiceAccountToken, false);
  for (const { securityContext } of spec.containers) {
    assert.equal(securityContext.allowPrivilegeEscalation, false);
    assert.equal(securityContext.readOnlyRootFilesystem, true);
    assert.ok(isDeepStrictEqual(securityContext.capabilities, { drop: ["ALL"] }));
  }
  for (const volume of spec.volumes)
    assert.ok("secret" in volume || "emptyDir" in volume, `${volume.name} is of another kind`);
  for (const forbidden of ["hostNetwork", "hostPID", "hostIPC"]) assert.ok(!(forbidden in spec), forbidden);
}
