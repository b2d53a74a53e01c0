import { readBundledPackage } from "./bundled-packages.ts";
import { readLicenceText } from "./licence-text.ts";

const RULE = "=".repeat(100);

/** The licences of the packages in these folders, as one text: a heading for each, then what its licence says. */
export function describeLicences(folders: readonly string[]): string {
  const packages = folders.map(readBundledPackage);
  const sections = packages
    .sort((a, b) => a.name.localeCompare(b.name, "en") || a.version.localeCompare(b.version, "en"))
    .map(
      (each) =>
        `${RULE}\n${each.name} ${each.version}: ${each.license}\n${RULE}\n\n${readLicenceText(each)}\n`,
    );
  return [
    `Licet contains code of the ${packages.length} packages below, under these licences.\n`,
    ...sections,
  ].join("\n");
}
