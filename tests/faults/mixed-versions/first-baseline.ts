/**
 * The version before, while there is no release. It is the first commit whose servers use a database that a newer version
 * has expanded; older ones refuse it. From the first tag on, the newest release counts (previous-version.ts).
 */
export const FIRST_BASELINE = "efef2b05331cc34c13936b66112b84632bda9b3f";
