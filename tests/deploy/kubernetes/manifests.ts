import { globSync } from "node:fs";
import { parseAllDocuments } from "yaml";
import { deployPath, readDeployFile } from "../support/deploy-files.ts";

// biome-ignore lint/suspicious/noExplicitAny: the shapes are those of Kubernetes, whose schemas are asked about them.
export type Content = any;

export interface Manifest {
  readonly file: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly content: Content;
}

export const KUSTOMIZATION = "kustomization.yaml";

/** All manifests but the kustomization, which kustomize alone reads. */
export const readManifests = (): readonly Manifest[] =>
  globSync("*.yaml", { cwd: deployPath("kubernetes") })
    .filter((file) => file !== KUSTOMIZATION)
    .sort()
    .flatMap(readFile);

const readFile = (file: string): readonly Manifest[] =>
  parseAllDocuments(readDeployFile(`kubernetes/${file}`)).map((document) => {
    const content = document.toJS() as Content;
    return { file, apiVersion: String(content.apiVersion), kind: String(content.kind), content };
  });
