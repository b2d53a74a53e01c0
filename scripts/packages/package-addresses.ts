import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Where a package comes from, as npm names it. */
export interface PackageAddresses {
  readonly homepage?: string;
  readonly repository?: { readonly type: string; readonly url: string; readonly directory?: string };
  readonly bugs?: { readonly url: string };
}

/** The members of the manifest of the repository that every published package has, too. */
export const ADDRESSES = ["homepage", "repository", "bugs"] as const;

/** The addresses of a package in a folder of the repository, whose manifest names them once for all packages. */
export function readAddresses(root: string, directory: string): PackageAddresses {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as PackageAddresses;
  const { homepage, repository, bugs } = manifest;
  return {
    ...(homepage !== undefined && { homepage }),
    ...(repository !== undefined && { repository: { ...repository, directory } }),
    ...(bugs !== undefined && { bugs }),
  };
}
