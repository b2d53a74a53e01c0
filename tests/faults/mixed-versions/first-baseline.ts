/**
 * The version before, while there is no release. It is the first commit whose servers use a database that a newer version
 * has expanded; older ones refuse it. From the first tag on, the newest release counts (previous-version.ts).
 */
export const FIRST_BASELINE = "9bf3f9e35ce308e0cfa3c7bd910768de57bdd166";
