import { compatibleTables } from "./check-migrations.ts";
import { knownVulnerabilities, testsPass } from "./check-quality.ts";
import {
  changelogSection,
  cleanTree,
  freeTag,
  namedAddresses,
  onMain,
  sameVersions,
} from "./check-repository.ts";
import { billOfMaterials, builtPackages, checksums, packedPackages } from "./make-artifacts.ts";
import { published, pushedTag, signedTag } from "./publish.ts";
import type { ReleaseStep } from "./release-step.ts";

/** Nothing leaves this machine by these. */
export const PREPARATION: readonly ReleaseStep[] = [
  cleanTree,
  onMain,
  sameVersions,
  namedAddresses,
  changelogSection,
  freeTag,
  compatibleTables(),
  knownVulnerabilities,
  testsPass,
  billOfMaterials,
  builtPackages,
  packedPackages,
  checksums,
];

/** After the question. */
export const PUBLICATION: readonly ReleaseStep[] = [signedTag, pushedTag, published];
