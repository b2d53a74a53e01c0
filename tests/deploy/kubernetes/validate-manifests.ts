import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runProgram } from "../support/run-program.ts";
import type { Manifest } from "./manifests.ts";

interface Model {
  validate(): void;
}

type ModelClass = new (content: object) => Model;

export interface ValidateOptions {
  readonly folder: string;
  readonly tools: string;
}

/**
 * What is wrong with manifests, a line for each. The schemas of Kubernetes know types, required members and formats, but
 * allow unknown members; so the compiler compares each manifest with the type made from the same schema, which does not.
 */
export async function validateManifests(
  manifests: readonly Manifest[],
  options: ValidateOptions,
): Promise<readonly string[]> {
  const bySchema = await Promise.all(manifests.map((manifest) => findSchemaError(manifest, options.tools)));
  return [...bySchema.flat(), ...(await findUnknownMembers(manifests, options))];
}

async function findSchemaError(
  { file, apiVersion, kind, content }: Manifest,
  tools: string,
): Promise<readonly string[]> {
  try {
    const module = pathToFileURL(join(tools, "kubernetes-models", apiVersion, "index.js"));
    const models = (await import(module.href)) as Readonly<Record<string, ModelClass>>;
    const model = models[kind];
    if (model === undefined) return [`${file}: ${apiVersion} has no ${kind}`];
    new model(content).validate();
    return [];
  } catch (error) {
    return [`${file}: ${(error as Error).message}`];
  }
}

async function findUnknownMembers(
  manifests: readonly Manifest[],
  { folder, tools }: ValidateOptions,
): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  symlinkSync(tools, join(folder, "node_modules"));
  const files = manifests.map(({ file, apiVersion, kind, content }) => {
    const path = join(folder, file.replace(".yaml", ".ts"));
    const source = `import type { I${kind} } from "kubernetes-models/${apiVersion}";\nexport const manifest: I${kind} = ${JSON.stringify(content, undefined, 2)};\n`;
    writeFileSync(path, source);
    return path;
  });
  const compiler = createRequire(import.meta.url).resolve("typescript/package.json");
  const { code, stdout } = await runProgram(
    process.execPath,
    [
      join(compiler, "../bin/tsc"),
      ...["--noEmit", "--strict", "--skipLibCheck", "--ignoreConfig", "--types", ""],
      ...["--module", "nodenext", "--moduleResolution", "nodenext", "--target", "es2023"],
      ...files,
    ],
    { cwd: folder },
  );
  if (code === 0) return [];
  const lines = stdout.split("\n").filter((line) => line.includes("error TS"));
  return lines.length > 0 ? lines : [`the compiler ended with ${code}: ${stdout}`];
}
