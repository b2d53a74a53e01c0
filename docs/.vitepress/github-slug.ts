/** The anchor of a heading as GitHub makes it: links are written for both. `LICET_SECRET` keeps its underscore. */
export const githubSlug = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
