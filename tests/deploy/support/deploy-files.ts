import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/testing/root.ts";

export const DEPLOY = join(root, "deploy");
export const deployPath = (path: string): string => join(DEPLOY, path);
export const readDeployFile = (path: string): string => readFileSync(deployPath(path), "utf8");
