import { CONSENT, drawConsent } from "./consent.ts";
import { drawInstances, INSTANCES } from "./instances.ts";
import { drawOverview, OVERVIEW } from "./overview.ts";
import { drawRevisions, REVISIONS } from "./revisions.ts";
import { drawRolesAndAssignments, ROLES_AND_ASSIGNMENTS } from "./roles-and-assignments.ts";
import { drawTokenLives, TOKEN_LIVES } from "./token-lives.ts";
import { drawWhoDecides, WHO_DECIDES } from "./who-decides.ts";

/** All drawings of the documentation: their files, below docs/images/concepts, and what is in them. */
export const DRAWINGS: ReadonlyMap<string, string> = new Map([
  ...inBothLanguages("overview", drawOverview, OVERVIEW),
  ...inBothLanguages("who-decides", drawWhoDecides, WHO_DECIDES),
  ...inBothLanguages("roles-and-assignments", drawRolesAndAssignments, ROLES_AND_ASSIGNMENTS),
  ...inBothLanguages("instances", drawInstances, INSTANCES),
  ...inBothLanguages("consent", drawConsent, CONSENT),
  ...inBothLanguages("token-lives", drawTokenLives, TOKEN_LIVES),
  ...inBothLanguages("revisions", drawRevisions, REVISIONS),
]);

function inBothLanguages<T>(
  name: string,
  draw: (texts: T) => string,
  texts: { readonly en: T; readonly zh: T },
): readonly (readonly [file: string, svg: string])[] {
  return [
    [`${name}.svg`, draw(texts.en)],
    [`${name}.zh.svg`, draw(texts.zh)],
  ];
}
