export const SIGNING_ALGORITHMS = ["ES256", "RS256", "EdDSA"] as const;
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];
